import { z } from 'zod'
import {
  deletionFields,
  exampleId,
  idOf,
  instant,
  nameText,
  pageFields,
  pageQuery,
  text,
  wordList,
} from '#infra/http/schemas.ts'
import { labelColors, labelKinds } from './state.ts'

export const labelPath = z.strictObject({ id: idOf('lbl') })

const name = nameText(100).meta({
  description:
    'The name, which posts carry in `tags`. It is unique in the profile; case and repeated spaces make no difference.',
  examples: ['Winter sale'],
})
const color = z.enum(labelColors).meta({ description: 'A color by its name.', examples: ['blue'] })
const kind = z.enum(labelKinds).meta({ description: 'A campaign is a label that can have dates.' })
const day = z.iso.date('must be a date such as 2026-12-01').meta({ examples: ['2026-12-01'] })
const fromDate = day.meta({ description: 'The first day of the campaign.' })
const toDate = day.meta({ description: 'The last day of the campaign.' })
const note = text(0, 2_000).meta({ description: 'A note for colleagues.', examples: ['Brief: shop, not prices.'] })

export const labelBody = z
  .strictObject({
    profileId: idOf('prof'),
    name,
    color: color.default('gray'),
    kind: kind.default('label'),
    fromDate: fromDate.nullable().default(null),
    toDate: toDate.nullable().default(null),
    note: note.nullable().default(null),
  })
  .meta({
    id: 'NewLabel',
    examples: [{ profileId: exampleId('prof'), name: 'Winter sale', kind: 'campaign', fromDate: '2026-12-01' }],
  })

export const labelChanges = z
  .strictObject({
    name: name.optional(),
    color: color.optional(),
    kind: kind.optional(),
    fromDate: day.nullable().optional().meta({ description: 'The first day of the campaign.' }),
    toDate: day.nullable().optional().meta({ description: 'The last day of the campaign.' }),
    note: note.nullable().optional(),
    archived: z.boolean().optional().meta({
      description: 'True archives the label: it still filters, but lists omit it unless asked for it.',
    }),
  })
  .meta({ id: 'ChangeLabel', examples: [{ name: 'Winter sale 2026' }] })

export const mergeBody = z
  .strictObject({ intoId: idOf('lbl').meta({ description: 'The label that remains.' }) })
  .meta({ id: 'MergeLabel', examples: [{ intoId: exampleId('lbl') }] })

const archived = wordList(['false', 'true']).meta({
  description: '`true` lists archived labels, `false` the others. Both: `false,true`. Defaults to `false`.',
})

export const labelsQuery = z.strictObject({
  profileId: idOf('prof'),
  q: text(1, 100).optional().meta({ description: 'Text to find in the name.' }),
  kind: wordList(labelKinds).optional().meta({ description: 'One or more kinds.' }),
  archived: archived.optional(),
  ...pageQuery({ max: 200, fallback: 100 }),
})

export const label = z
  .object({
    id: idOf('lbl'),
    profileId: idOf('prof'),
    name: z.string().meta({ examples: ['Winter sale'] }),
    color,
    kind,
    fromDate: z
      .string()
      .nullable()
      .meta({ description: 'The first day of a campaign.', examples: ['2026-12-01'] }),
    toDate: z
      .string()
      .nullable()
      .meta({ description: 'The last day of a campaign.', examples: ['2026-12-24'] }),
    note: z.string().nullable(),
    archived: z
      .boolean()
      .meta({ description: 'True for a label that lists omit unless asked for it.', examples: [false] }),
    isSettled: z.boolean().meta({
      description: 'False after a rename or a merge, until all posts and files carry the new name.',
      examples: [true],
    }),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Label', description: 'A label of a profile. Posts and files carry its name in `tags`.' })

export const labelPage = z
  .object({ labels: label.array().meta({ description: 'By name.' }), ...pageFields })
  .meta({ id: 'LabelPage' })
export const labelUsesQuery = z.strictObject({ profileId: idOf('prof') })
export const labelUses = z
  .object({
    uses: z
      .array(
        z.object({
          labelId: idOf('lbl'),
          posts: z.int().meta({ description: 'The number of posts outside the trash.', examples: [12] }),
        }),
      )
      .meta({ description: 'The labels that posts have.' }),
  })
  .meta({ id: 'LabelUses' })
export const deletedLabel = z.object({ ...deletionFields, success: z.literal(true) }).meta({ id: 'DeletedLabel' })

export type LabelBody = z.output<typeof labelBody>
export type LabelChanges = z.output<typeof labelChanges>
export type LabelsQuery = z.output<typeof labelsQuery>
