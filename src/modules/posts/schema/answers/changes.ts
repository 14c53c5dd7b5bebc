import { z } from 'zod'
import { platformId } from '#infra/http/platforms.ts'
import { idOf, instant, problemSchema } from '#infra/http/schemas.ts'
import { post, status } from './post.ts'
import { resultRow } from './target.ts'

/** Responses to operations that change posts, and the history of changes. */

export const createdPosts = z.object({ created: z.int(), posts: post.array() }).meta({ id: 'CreatedPosts' })

export const changedPosts = z
  .object({
    succeeded: z.int(),
    failed: z.int(),
    results: z
      .object({
        postId: idOf('post'),
        ok: z.boolean(),
        problem: problemSchema.nullable().meta({ description: 'Why the post was not changed. Null if it was.' }),
      })
      .array()
      .meta({ description: 'One result for each post, in the order of the request.' }),
  })
  .meta({ id: 'ChangedPosts' })

export const deletedPost = z
  .object({
    success: z.literal(true),
    id: idOf('post'),
    deletedAt: instant,
    children: idOf('post').array().optional().meta({ description: 'The child posts that were also deleted.' }),
  })
  .meta({ id: 'DeletedPost' })

export const emptiedTrash = z.object({ deleted: z.int() }).meta({ id: 'EmptiedTrash' })
export const reported = z.object({ ok: z.literal(true) }).meta({ id: 'ReportedPost' })
export const submitted = z
  .object({ success: z.literal(true), postId: idOf('post'), platforms: platformId.array() })
  .meta({ id: 'SubmittedPost' })
export const cancelled = z.object({ success: z.literal(true), postId: idOf('post') }).meta({ id: 'CancelledPost' })
export const queueStatus = z
  .object({
    postId: idOf('post'),
    status,
    platforms: z
      .record(z.string(), resultRow)
      .meta({ description: 'Keyed by platform; a second account on it has the key `<platform>:<accountId>`.' }),
  })
  .meta({ id: 'QueueStatus' })

const object = z.record(z.string(), z.unknown())

export const auditLine = z
  .object({
    id: idOf('aud'),
    at: instant,
    actor: z.object({
      uid: idOf('usr').nullable(),
      kind: z.enum(['user', 'api-key', 'app', 'system']),
      keyId: idOf('key').nullable().meta({ description: 'The API key that was used, if any.' }),
      appId: idOf('app').nullable().meta({ description: 'The connected app that was used, if any.' }),
    }),
    action: z.string().meta({ examples: ['post.updated'] }),
    changes: object,
  })
  .meta({ id: 'PostAuditEntry' })
