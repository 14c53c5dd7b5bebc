import { z } from 'zod'
import { idOf } from '#infra/http/schemas.ts'

export const presence = z
  .object({
    postId: idOf('post'),
    profileId: idOf('prof'),
    people: z
      .object({ uid: idOf('usr'), name: z.string().meta({ examples: ['Ana'] }) })
      .array()
      .meta({ description: 'The users who are editing the post now, including you.' }),
  })
  .meta({ id: 'PostPresence' })
