import { z } from 'zod'
import { versioned } from '#infra/http/answer/conditional.ts'
import { deletionFields, exampleId, filledText, idOf, instant, pageFields, pageQuery } from '#infra/http/schemas.ts'
import { noteMaxDays } from './state.ts'

const words = filledText(500).meta({
  description: 'The text. The calendar shows its first line.',
  examples: ['Winter shop opens'],
})
const day = z.iso
  .date('must be a date such as 2026-12-01')
  .refine((value) => value >= '1970-01-01' && value <= '2199-12-31', 'must be from 1970 to 2199')
  .meta({ examples: ['2026-12-01'] })
const fromDate = day.meta({ description: 'The first day. It is a plain date and means the same in every time zone.' })
const toDate = day.meta({
  description: `The last day, at most ${noteMaxDays} days from the first one on, both included.`,
})
const labelId = idOf('lbl').nullable().meta({ description: 'The label whose color the note has.' })

export const noteBody = z
  .strictObject({
    profileId: idOf('prof'),
    text: words,
    fromDate,
    toDate: toDate.optional().meta({ description: 'The last day. Defaults to the first one.' }),
    labelId: labelId.default(null),
  })
  .meta({
    id: 'NewCalendarNote',
    examples: [{ profileId: exampleId('prof'), text: 'Winter shop opens', fromDate: '2026-12-01' }],
  })

export const noteChanges = z
  .strictObject({ text: words, fromDate, toDate, labelId })
  .partial()
  .meta({
    id: 'ChangeCalendarNote',
    description: 'Omitted fields are left unchanged. To move a note, send both days.',
    examples: [{ text: 'Winter shop opens at nine' }],
  })

export const notePath = z.strictObject({ id: idOf('note') })
export const notesQuery = z.strictObject({
  profileId: idOf('prof'),
  from: day.optional().meta({ description: 'Only notes that have this day or a later one.' }),
  to: day.optional().meta({ description: 'Only notes that have this day or an earlier one.' }),
  ...pageQuery({ max: 200, fallback: 100 }),
})

export const note = versioned(
  z
    .object({
      id: idOf('note'),
      profileId: idOf('prof'),
      text: z.string().meta({ examples: ['Winter shop opens'] }),
      fromDate: z.string().meta({ description: 'The first day.', examples: ['2026-12-01'] }),
      toDate: z.string().meta({ description: 'The last day.', examples: ['2026-12-01'] }),
      labelId: labelId.meta({ description: 'The label whose color the note has. Null if it has none.' }),
      createdByUid: idOf('usr')
        .nullable()
        .meta({ description: 'The person who wrote it. Null if their account is deleted.' }),
      version: z.int().meta({ description: 'Rises with each change. It is the ETag.', examples: [1] }),
      createdAt: instant,
      updatedAt: instant,
    })
    .meta({ id: 'CalendarNote', description: 'A note on one or more days of the calendar.' }),
)

export const notePage = z
  .object({ notes: note.array().meta({ description: 'By first day.' }), ...pageFields })
  .meta({ id: 'CalendarNotePage' })
export const deletedNote = z.object({ ...deletionFields, success: z.literal(true) }).meta({ id: 'DeletedCalendarNote' })

export type NoteBody = z.output<typeof noteBody>
export type NoteChanges = z.output<typeof noteChanges>
export type NotesQuery = z.output<typeof notesQuery>
