import { z } from 'zod'
import { platformAnswer } from '#infra/http/platforms.ts'
import { idOf, instant } from '#infra/http/schemas.ts'
import { waitReasons } from '#modules/publishing/index.ts'
import { modes } from '#rules/modes.ts'

export const rowStatus = z.enum([
  'pending',
  'queued',
  'publishing',
  'processing',
  'held',
  'published',
  'failed',
  'unknown',
  'cancelled',
])
const object = z.record(z.string(), z.unknown())

export const media = z
  .object({
    storagePath: z.string().optional(),
    url: z.string().optional().meta({ description: 'The URL of a remote file that has not been fetched yet.' }),
    altText: z.string().optional(),
    thumbnailStoragePath: z.string().optional(),
  })
  .meta({ examples: [{ storagePath: 'uploads/3f9c1d5be07a4c2f8e6b1a90d2c4f7e5', altText: 'The lighthouse at dawn' }] })

export const resultRow = z
  .object({
    id: idOf('tgt'),
    ...platformAnswer,
    accountId: idOf('acc')
      .nullable()
      .meta({ description: 'Null if the platform’s default account will be used once the post is scheduled.' }),
    mode: z.enum(modes).nullable(),
    status: rowStatus,
    platformPostId: z.string().nullable(),
    platformUrl: z.string().nullable(),
    error: z.string().nullable().meta({ description: 'Describes the problem and the fix.' }),
    errorCode: z.string().nullable(),
    rawError: z.string().nullable().meta({ description: "The network's own message." }),
    retryable: z.boolean().meta({ examples: [false] }),
    attempts: z.int().meta({ examples: [0] }),
    nextAttemptAt: instant.nullable(),
    waitsFor: z
      .object({
        reason: z.enum(waitReasons),
        detail: z.string(),
        code: z.string().optional().meta({ description: 'A code for the cause, such as app_limit, if known.' }),
        until: instant.nullable(),
      })
      .nullable()
      .meta({
        description:
          'What the target is waiting for, and until when, if known. Null if it is not waiting. Operations ' +
          'that change a post always return null.',
      }),
    publishedAt: instant.nullable(),
    removedAt: instant.nullable().meta({
      description:
        'When the published post was found to be missing on the network. Null if it has not been found missing.',
    }),
    parts: z
      .object({ shown: z.int(), total: z.int() })
      .nullable()
      .meta({ description: 'For a thread, the number of parts published.' }),
    warnings: z
      .string()
      .array()
      .meta({ examples: [[]] }),
    overrides: z
      .object({
        content: z.string().optional(),
        title: z.string().nullable().optional(),
        media: media.array().optional(),
        firstComment: z.string().nullable().optional(),
        settings: object.optional(),
      })
      .meta({ description: 'Values that differ from those of the post.', examples: [{}] }),
  })
  .meta({ id: 'PostTarget', description: 'The state of a post on one account.' })
