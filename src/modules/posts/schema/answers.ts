import { z } from 'zod'
import { platformAnswer, platformId } from '#infra/http/platforms.ts'
import { deletionFields, exampleId, idOf, instant, pageFields, problemSchema } from '#infra/http/schemas.ts'
import { approvalFields, pictureFields, post, resultRow, rowStatus, status } from './post.ts'

/** Responses with several posts, in full or as summaries, and with post counts. */
const postPage = z.object({ posts: post.array(), ...pageFields }).meta({ id: 'PostPage' })

const statusByPlatform = z.record(z.string(), rowStatus).meta({
  description: 'The state of each target by platform; a second account on it has the key `<platform>:<accountId>`.',
  examples: [{ 'net-a': 'published', mastodon: 'failed' }],
})

const summaryFields = {
  id: idOf('post'),
  status,
  scheduledAt: instant.nullable().meta({ description: 'When the post is to be published.' }),
  publishedAt: instant.nullable().meta({ description: 'When the post was published.' }),
  content: z.string().meta({ description: 'The first 140 characters.' }),
  thumbnail: z.string().nullable().meta({ description: 'The URL of the first image, valid for a day.' }),
  etag: z.string().meta({ description: 'Send this as `If-Match` when you change the post.', examples: ['"3"'] }),
}

export const postSummary = z
  .object({
    profileId: idOf('prof').meta({ description: 'The profile that the post belongs to.' }),
    ...summaryFields,
    ...pictureFields,
    ...approvalFields,
    author: z
      .object({ uid: idOf('usr'), name: z.string() })
      .nullable()
      .meta({ description: 'Who wrote the post. Null if it was not a person, or the account was deleted.' }),
    statusByPlatform,
    laterByPlatform: z.record(z.string(), instant).meta({
      description: 'The times of accounts that publish the post later than `scheduledAt`, by the same keys.',
      examples: [{ mastodon: '2026-11-22T18:00:00.000Z' }],
    }),
  })
  .meta({ id: 'PostSummary', description: 'The part of a post that a calendar or a table shows.' })

/** The items of `view=summary`. Their `platforms` is a map, unlike the array of the same name in a post. */
export const earlierPostSummary = z
  .object({ ...summaryFields, platforms: statusByPlatform })
  .meta({ id: 'EarlierPostSummary', description: 'Deprecated: use `listPostSummaries`, which returns `PostSummary`.' })

export const mediaPosts = z
  .object({
    total: z
      .int()
      .meta({ description: 'Counts all posts that use the file, including posts in profiles that you cannot access.' }),
    posts: z
      .object({
        id: idOf('post'),
        profileId: idOf('prof'),
        status,
        content: z.string().meta({ description: 'The first 140 characters.' }),
        scheduledAt: instant.nullable(),
        publishedAt: instant.nullable(),
        deletedAt: instant
          .nullable()
          .meta({ description: 'A post in the trash still uses its files until it is permanently deleted.' }),
      })
      .array()
      .meta({ description: 'The 50 most recent posts that you can access.' }),
  })
  .meta({ id: 'MediaPosts' })

export const mediaUses = z
  .object({
    uses: z
      .object({
        mediaId: idOf('media'),
        posts: z.int().meta({ description: 'The number of posts that use the file.' }),
      })
      .array()
      .meta({ description: 'The files in use, newest first.' }),
  })
  .meta({ id: 'MediaUses' })

const postSummaryPage = z.object({ posts: postSummary.array(), ...pageFields }).meta({ id: 'PostSummaryPage' })

const earlierSummaryPage = z
  .object({
    posts: earlierPostSummary.array().meta({ description: 'The summaries, in the order of `sort`.' }),
    ...pageFields,
  })
  .meta({ id: 'EarlierPostSummaryPage' })

export const fullType = 'application/json; charset=utf-8'
/** The content type of `view=summary` distinguishes its list from one of full posts. */
export const summaryType = 'application/json; profile="summary"'

export const postLists = {
  description: 'The posts.',
  content: { 'application/json': { schema: postPage }, [summaryType]: { schema: earlierSummaryPage } },
}

export const postSummaries = {
  description: 'The summaries.',
  content: { 'application/json': { schema: postSummaryPage } },
}

const counts = z.record(z.string(), z.int())
export const stats = z
  .object({
    total: z.int(),
    byStatus: counts.meta({ examples: [{ draft: 2, published: 40 }] }),
    byPlatform: z.record(z.string(), counts),
    waitingForMe: z.int().meta({
      description:
        'The number of posts in the list with `approval=waitingForMe`, which you can decide about now. Counts up to ' +
        '100, among the first 1,000 posts that can wait for you.',
    }),
    waitingForApproval: z.int().meta({ description: 'The number of posts in the list with `approval=waiting`.' }),
  })
  .meta({ id: 'PostStats', description: 'The number of posts. Posts in the trash are not counted.' })

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
    ...deletionFields,
    success: z.literal(true),
    id: idOf('post'),
    deletedAt: instant,
    children: idOf('post').array().optional().meta({ description: 'The child posts that were also deleted.' }),
  })
  .meta({ id: 'DeletedPost' })

export const emptiedTrash = z.object({ ...deletionFields, deleted: z.int() }).meta({ id: 'EmptiedTrash' })
export const reported = z.object({ ok: z.literal(true) }).meta({ id: 'ReportedPost' })
export const submitted = z
  .object({ success: z.literal(true), postId: idOf('post'), platforms: platformId.array() })
  .meta({ id: 'SubmittedPost' })
export const cancelled = z
  .object({ ...deletionFields, success: z.literal(true), postId: idOf('post') })
  .meta({ id: 'CancelledPost' })
export const queueStatus = z
  .object({
    postId: idOf('post'),
    status,
    platforms: z
      .record(z.string(), resultRow)
      .meta({ description: 'Keyed by platform; a second account there has the key `<platform>:<accountId>`.' }),
  })
  .meta({ id: 'QueueStatus' })

const object = z.record(z.string(), z.unknown())

export const auditLine = z
  .object({
    id: idOf('aud'),
    at: instant,
    actor: z.object({
      uid: idOf('usr').nullable(),
      name: z
        .string()
        .nullable()
        .meta({ description: 'Their name, also after they left the profile. Null if no user acted.' }),
      kind: z.enum(['user', 'api-key', 'app', 'system', 'directory']),
      keyId: idOf('key').nullable().meta({ description: 'The API key that was used, if any.' }),
      appId: idOf('app').nullable().meta({ description: 'The connected app that was used, if any.' }),
    }),
    action: z.string().meta({ examples: ['post.updated'] }),
    changes: object,
  })
  .meta({ id: 'PostAuditEntry' })

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
    slot: z
      .object({ planId: idOf('slots'), at: instant })
      .nullable()
      .meta({
        description:
          'The posting time that the post would get now, for which it was checked. Null without `slot` in the ' +
          'request, and if it would get none.',
        examples: [null],
      }),
    approval: z
      .object({
        step: z
          .object({
            id: z.string().meta({ examples: ['k3v9x2m7q4p1'] }),
            name: z.string().meta({ examples: ['Client'] }),
          })
          .nullable()
          .meta({ description: 'The first step. Null without steps.' }),
        approvers: z
          .object({ uid: idOf('usr'), name: z.string() })
          .array()
          .readonly()
          .meta({ description: 'The people who can approve it, without those who wrote it. Empty if no one can.' }),
        guestApprovers: z
          .object({ guestId: idOf('gst'), name: z.string() })
          .array()
          .readonly()
          .meta({ description: 'The guests who can approve it.' }),
        isLeftToOwner: z
          .boolean()
          .meta({ description: 'True if no one of the first step can, so that the owner does.' }),
      })
      .nullable()
      .meta({
        description: 'Who approves the post first. Null if its profile requires no approvals.',
        examples: [null],
      }),
  })
  .meta({ id: 'PostValidation' })
