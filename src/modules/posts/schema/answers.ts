import { z } from 'zod'
import { platformAnswer, platformId } from '#infra/http/platforms.ts'
import { exampleId, idOf, instant, problemSchema } from '#infra/http/schemas.ts'
import { waitReasons } from '#modules/publishing/index.ts'
import { formats } from '#rules/limits.ts'
import { modes } from '#rules/modes.ts'
import { postStatuses } from '../state.ts'

/** Schemas of the answers. */

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
const status = z.enum(postStatuses)
const object = z.record(z.string(), z.unknown())

const media = z
  .object({
    storagePath: z.string().optional(),
    url: z.string().optional().meta({ description: 'URL of a file on another server that has not been fetched yet.' }),
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
      .meta({ description: 'Null: the default account of the platform, once the post is scheduled.' }),
    mode: z.enum(modes).nullable(),
    status: rowStatus,
    platformPostId: z.string().nullable(),
    platformUrl: z.string().nullable(),
    error: z.string().nullable().meta({ description: 'Says what is wrong and what to do.' }),
    errorCode: z.string().nullable(),
    rawError: z.string().nullable().meta({ description: "The network's own message." }),
    retryable: z.boolean().meta({ examples: [false] }),
    attempts: z.int().meta({ examples: [0] }),
    nextAttemptAt: instant.nullable(),
    waitsFor: z
      .object({ reason: z.enum(waitReasons), detail: z.string(), until: instant.nullable() })
      .nullable()
      .meta({
        description:
          'What the target waits for, and until when if that is known. Null: nothing. Operations that change a post leave it null.',
      }),
    publishedAt: instant.nullable(),
    removedAt: instant.nullable().meta({
      description:
        'Time at which the published post was found missing on the network. Null: it is there, as far as is known.',
    }),
    parts: z
      .object({ shown: z.int(), total: z.int() })
      .nullable()
      .meta({ description: 'For a thread: how many of its parts are published.' }),
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

const shape = {
  id: idOf('post'),
  ownerUid: idOf('usr'),
  authorUid: idOf('usr').nullable(),
  profileId: idOf('prof'),
  status: status.meta({ examples: ['scheduled'] }),
  statusSince: instant,
  kind: z.enum(['single', 'master', 'child']),
  rootPostId: idOf('post').nullable(),
  parentId: idOf('post').nullable(),
  recycledFromId: idOf('post').nullable(),
  duplicatedFromId: idOf('post').nullable(),
  recurringRuleId: idOf('rec').nullable(),
  content: z.string(),
  title: z.string().nullable(),
  platforms: platformId.array(),
  media: media.array(),
  format: z.enum(formats),
  thread: z
    .object({ content: z.string(), media: media.array() })
    .array()
    .meta({ examples: [[]] }),
  scheduledAt: instant.nullable().meta({ examples: ['2026-11-22T09:00:00.000Z'] }),
  latestAt: instant.nullable(),
  timezone: z.string().nullable(),
  saveAsDraft: z.boolean().meta({ examples: [false] }),
  recycle: z
    .object({
      enabled: z.boolean(),
      intervalDays: z.int().meta({ examples: [30] }),
      variations: z
        .string()
        .array()
        .meta({ examples: [['The lighthouse is still open.']] }),
      endedBecause: z.enum(['trash', 'clones_failed']).optional(),
    })
    .nullable()
    .meta({ description: 'The recycling of the post; null if it was never set.' }),
  tags: z.string().array(),
  language: z.string().nullable(),
  firstComment: z.string().nullable(),
  link: z.string().nullable(),
  settings: z.record(z.string(), object),
  confirmWarnings: z.union([z.literal(true), z.string().array()]).meta({ examples: [[]] }),
  metadata: z.record(z.string(), z.string()),
  createdAt: instant,
  updatedAt: instant,
  publishedAt: instant.nullable(),
  deletedAt: instant.nullable(),
  targets: resultRow.array(),
}

export const post = z.object(shape).meta({ id: 'Post' })

const postPage = z
  .object({ posts: post.array(), nextCursor: z.string().nullable(), hasMore: z.boolean() })
  .meta({ id: 'PostPage' })

export const postSummary = z
  .object({
    id: idOf('post'),
    status,
    scheduledAt: instant.nullable(),
    publishedAt: instant.nullable(),
    content: z.string().meta({ description: 'The first 140 characters.' }),
    platforms: z.record(z.string(), rowStatus).meta({
      description: 'The state of each target by platform; a second account on it has the key `<platform>:<accountId>`.',
      examples: [{ 'net-a': 'published', mastodon: 'failed' }],
    }),
    thumbnail: z.string().nullable().meta({ description: 'URL of the first picture, for a day.' }),
    etag: z.string().meta({ description: 'For `If-Match` with a change.' }),
  })
  .meta({ id: 'PostSummary' })

export const mediaPosts = z
  .object({
    total: z.int().meta({ description: 'All posts that use the file, also those of profiles that you cannot see.' }),
    posts: z
      .object({
        id: idOf('post'),
        profileId: idOf('prof'),
        status,
        content: z.string().meta({ description: 'The first 140 characters.' }),
        scheduledAt: instant.nullable(),
        publishedAt: instant.nullable(),
        deletedAt: instant.nullable().meta({ description: 'A post in the trash uses its files until it is gone.' }),
      })
      .array()
      .meta({ description: 'The newest 50 of those that you can see.' }),
  })
  .meta({ id: 'MediaPosts' })

const postSummaryPage = z
  .object({ posts: postSummary.array(), nextCursor: z.string().nullable(), hasMore: z.boolean() })
  .meta({ id: 'PostSummaryPage' })

export const fullType = 'application/json; charset=utf-8'
/** The content type of a list in summaries tells it apart from a list of whole posts. */
export const summaryType = 'application/json; profile="summary"'

export const postLists = {
  description: 'The posts, as `view` asks for them.',
  content: { 'application/json': { schema: postPage }, [summaryType]: { schema: postSummaryPage } },
}

export const expandedPost = z
  .object({
    ...shape,
    added: platformId.array().meta({ description: 'Platforms that were added.' }),
    skipped: platformId.array().meta({ description: 'Platforms that the post has reached, or is on its way to.' }),
  })
  .meta({ id: 'ExpandedPost' })

export const createdPosts = z.object({ created: z.int(), posts: post.array() }).meta({ id: 'CreatedPosts' })

export const changedPosts = z
  .object({
    succeeded: z.int(),
    failed: z.int(),
    results: z
      .object({
        postId: idOf('post'),
        ok: z.boolean(),
        problem: problemSchema.nullable().meta({ description: 'Why the post was not changed; null if it was.' }),
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
    children: idOf('post').array().optional().meta({ description: 'The children that went along.' }),
  })
  .meta({ id: 'DeletedPost' })

export const emptiedTrash = z.object({ deleted: z.int() }).meta({ id: 'EmptiedTrash' })
export const reported = z.object({ ok: z.literal(true) }).meta({ id: 'ReportedPost' })

const counts = z.record(z.string(), z.int())
export const stats = z
  .object({
    total: z.int(),
    byStatus: counts.meta({ examples: [{ draft: 2, published: 40 }] }),
    byPlatform: z.record(z.string(), counts),
  })
  .meta({ id: 'PostStats', description: 'Numbers of posts. Posts in the trash do not count.' })

export const auditLine = z
  .object({
    id: idOf('aud'),
    at: instant,
    actor: z.object({
      uid: idOf('usr').nullable(),
      kind: z.enum(['user', 'api-key', 'app', 'system']),
      keyId: idOf('key').nullable().meta({ description: 'The API key, if one acted.' }),
      appId: idOf('app').nullable().meta({ description: 'The connected app, if one acted.' }),
    }),
    action: z.string().meta({ examples: ['post.updated'] }),
    changes: object,
  })
  .meta({ id: 'PostAuditEntry' })

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
})
export const validation = z
  .object({
    canPublish: z.boolean(),
    errors: issue.array().meta({ examples: [[]] }),
    warnings: issue.array().meta({
      description: 'Must be confirmed before the post can be scheduled or published.',
      examples: [[{ code: 'alt_text_missing', message: 'The picture has no description.', path: '/media/0/altText' }]],
    }),
    confirmedWarnings: issue.array().meta({ examples: [[]] }),
    infos: issue.array().meta({ examples: [[]] }),
    truncated: z.literal(true).optional().meta({ description: 'Present if one of the lists was cut to 100 entries.' }),
    perPlatformPlan: z
      .record(z.string(), object)
      .meta({ description: 'The content that will be sent to each platform, and the calls in their order.' }),
  })
  .meta({ id: 'PostValidation' })
