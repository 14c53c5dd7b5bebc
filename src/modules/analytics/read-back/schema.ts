import { z } from 'zod'
import { platformAnswer } from '#infra/http/platforms.ts'
import { idOf, instant } from '#infra/http/schemas.ts'
import { unreadReasons } from './read-back.ts'

export const targetPath = z.strictObject({ id: idOf('post'), targetId: idOf('tgt') })

const part = z.object({
  part: z.int().meta({ description: 'The position in the thread, starting at 0.', examples: [0] }),
  state: z.enum(['there', 'gone', 'closed']).meta({
    description:
      '`gone`: the network no longer has the post. `closed`: the network does not let Posthorn read it. ' +
      'Both come without text.',
  }),
  title: z.string().nullable().meta({ description: 'Null if the network does not return a title.' }),
  text: z.string().nullable(),
  isCut: z.boolean().meta({ description: 'True if the network returns only part of a long text.', examples: [false] }),
  media: z
    .object({
      kind: z.enum(['image', 'video', 'document', 'audio']).nullable(),
      altText: z.string().nullable(),
    })
    .array()
    .nullable()
    .meta({ description: 'The files, in order. Null if the network does not return them.', examples: [[]] }),
  tellsAltTexts: z.boolean().meta({ description: 'False if the network does not return alt texts.', examples: [true] }),
})

export const readBack = z
  .object({
    targetId: idOf('tgt'),
    ...platformAnswer,
    readAt: instant,
    unread: z
      .object({ reason: z.enum(unreadReasons), detail: z.string() })
      .nullable()
      .meta({ description: 'Why the post was not read from the network. Null if it was.' }),
    parts: part.array(),
  })
  .meta({ id: 'PostReadBack', description: 'A published post as returned by its network.' })
