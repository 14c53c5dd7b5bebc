import { z } from 'zod'

/** A record with a limited number of entries. The limit is checked before any entry is parsed. */
export const fewMembers = <Schema extends z.ZodType>(max: number, schema: Schema) =>
  z
    .custom<z.input<Schema>>((value) => membersOf(value) <= max, `must have at most ${max} properties`)
    .pipe(schema as unknown as z.ZodType<z.output<Schema>, z.input<Schema>>)

const membersOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? Object.keys(value).length : 0
