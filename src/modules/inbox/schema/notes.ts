import { z } from 'zod'
import { deletionFields, filledText, idOf, instant } from '#infra/http/schemas.ts'

const mentionsMax = 20

export const notePath = z.strictObject({ id: idOf('inn') })

export const newNote = z
  .strictObject({
    text: filledText(2_000).meta({
      description: 'The text. It is shown exactly as written: nothing in it is markup.',
      examples: ['We do since October, 6 € flat.'],
    }),
    mentions: idOf('usr')
      .array()
      .max(mentionsMax)
      .default([])
      .meta({ description: `Members of the profile whom it mentions, at most ${mentionsMax}.`, examples: [[]] }),
  })
  .meta({ id: 'CreateInboxNote', examples: [{ text: 'We do since October, 6 € flat.' }] })

export const note = z
  .object({
    id: idOf('inn'),
    conversationId: idOf('conv'),
    author: z
      .object({ uid: idOf('usr'), name: z.string().meta({ examples: ['Ada'] }) })
      .nullable()
      .meta({ description: 'Null if that user was deleted.' }),
    text: z.string().meta({ examples: ['We do since October, 6 € flat.'] }),
    mentions: z
      .object({ uid: idOf('usr'), name: z.string().meta({ examples: ['Ben'] }) })
      .array()
      .meta({ description: 'The members whom it mentions.', examples: [[]] }),
    createdAt: instant,
  })
  .meta({ id: 'InboxNote', description: 'A note for colleagues. It is never sent to a network.' })

export const noteList = z
  .object({ notes: note.array().meta({ description: 'Oldest first.' }) })
  .meta({ id: 'InboxNoteList' })

export const deletedNote = z.object(deletionFields).meta({ id: 'DeletedInboxNote' })

export type NewNote = z.output<typeof newNote>
