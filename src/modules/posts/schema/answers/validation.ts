import { z } from 'zod'
import { platformAnswer } from '#infra/http/platforms.ts'
import { exampleId } from '#infra/http/schemas.ts'

const object = z.record(z.string(), z.unknown())

export const issueParams = z
  .record(z.string(), z.union([z.string(), z.number(), z.array(z.string()).readonly()]))
  .meta({
    description:
      'The values used in the message. For `same_post` and `similar_post`: `postId`, `at` and `state` of ' +
      'the other post.',
  })
export const issue = z.object({
  code: z.string(),
  message: z.string(),
  ...z.object(platformAnswer).partial().shape,
  accountId: z
    .string()
    .optional()
    .meta({ examples: [exampleId('acc')] }),
  path: z.string().optional(),
  fix: z.string().optional(),
  params: issueParams.optional(),
})
export const validation = z
  .object({
    canPublish: z.boolean(),
    errors: issue.array().meta({ examples: [[]] }),
    warnings: issue.array().meta({
      description: 'Warnings that must be confirmed before the post can be scheduled or published.',
      examples: [[{ code: 'alt_text_missing', message: 'The image has no alt text.', path: '/media/0/altText' }]],
    }),
    confirmedWarnings: issue.array().meta({ examples: [[]] }),
    infos: issue.array().meta({ examples: [[]] }),
    truncated: z.literal(true).optional().meta({ description: 'Present if one of the lists was cut to 100 entries.' }),
    perPlatformPlan: z
      .record(z.string(), object)
      .meta({ description: 'The content that each platform will receive, and the calls that send it, in order.' }),
  })
  .meta({ id: 'PostValidation' })
