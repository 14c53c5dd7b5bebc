import { z } from 'zod'
import { idOf, instant } from '#infra/http/schemas.ts'
import { postParts } from '#modules/posts/index.ts'

export const recycleConfigBody = z
  .strictObject({
    enabled: z.boolean(),
    intervalDays: postParts.intervalDays.optional().meta({ description: 'Required if no value is stored yet.' }),
    variations: postParts.variations.optional(),
    confirmWarnings: postParts.confirmWarnings.default([]),
  })
  .meta({ id: 'RecycleConfigInput', examples: [{ enabled: true, intervalDays: 30 }] })

export const recycleConfig = z
  .object({
    postId: idOf('post'),
    enabled: z.boolean(),
    intervalDays: z
      .int()
      .nullable()
      .meta({ examples: [30] }),
    variations: z
      .string()
      .array()
      .meta({ examples: [['The lighthouse is still open.']] }),
    nextAt: instant.nullable().meta({ description: 'Null if the post is not published or not recycled.' }),
    endedBecause: z
      .enum(['trash', 'clones_failed'])
      .nullable()
      .meta({ description: 'Why Posthorn stopped recycling the post.' }),
  })
  .meta({ id: 'RecycleConfig', description: 'How a post is recycled.' })

export type RecycleInput = z.output<typeof recycleConfigBody>
