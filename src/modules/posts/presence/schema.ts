import { z } from 'zod'
import { idOf } from '#infra/http/schemas.ts'

export const presence = z
  .object({
    postId: idOf('post'),
    profileId: idOf('prof'),
    people: z
      .object({ uid: idOf('usr'), name: z.string().meta({ examples: ['Ana'] }) })
      .array()
      .meta({ description: 'The users who edit the post now, you among them.' }),
  })
  .meta({ id: 'PostPresence' })
