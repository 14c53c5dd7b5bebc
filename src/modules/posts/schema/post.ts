import { z } from 'zod'
import { versioned } from '#infra/http/answer/conditional.ts'
import { platformAnswer, platformId } from '#infra/http/platforms.ts'
import { idOf, instant } from '#infra/http/schemas.ts'
import { waitReasons } from '#modules/publishing/index.ts'
import { formats } from '#rules/limits.ts'
import { modes } from '#rules/modes.ts'
import { networks } from '#rules/network-names.ts'
import { threadChoices } from '#rules/thread.ts'
import { postStatuses } from '../state.ts'
import { shownView } from './view.ts'

export const status = z.enum(postStatuses)
const object = z.record(z.string(), z.unknown())

const media = z
  .object({
    storagePath: z.string().optional(),
    url: z.string().optional().meta({ description: 'The URL of a remote file that has not been fetched yet.' }),
    altText: z.string().optional(),
    view: shownView.optional(),
    thumbnailStoragePath: z.string().optional(),
  })
  .meta({ examples: [{ storagePath: 'uploads/3f9c1d5be07a4c2f8e6b1a90d2c4f7e5', altText: 'The lighthouse at dawn' }] })

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
    scheduledAt: instant.nullable().meta({
      description:
        'When this account is to publish the post: the time of the post and `delaySeconds`. Null without a time.',
      examples: ['2026-11-22T09:00:00.000Z'],
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
        format: z.enum(formats).optional(),
        link: z.string().nullable().optional(),
        thread: z.enum(threadChoices).optional(),
        delaySeconds: z
          .int()
          .optional()
          .meta({ description: 'How many seconds after the post this account publishes it.', examples: [3_600] }),
      })
      .meta({ description: 'Values that differ from those of the post.', examples: [{}] }),
  })
  .meta({ id: 'PostTarget', description: 'The state of a post on one account.' })

/** The fields that lists show next to the text. */
export const pictureFields = {
  thumbnailUrl: z.string().nullable().meta({
    description: 'A small image of the first file, valid for a day. Null if the post has none that shows an image.',
  }),
  mediaCount: z.int().meta({ description: 'The number of attached files, without those of a thread.', examples: [0] }),
}

/** The approval of a post, in lists and in a single post. */
export const approvalFields = {
  needsApproval: z.boolean().meta({
    description:
      'True while the post is not published, its profile requires approvals, and its current content lacks them. A ' +
      'scheduled post is then held at its time until it is approved. An approval does not change the `ETag` of the post.',
    examples: [false],
  }),
  approvalStep: z
    .object({ id: z.string().meta({ examples: ['k3v9x2m7q4p1'] }), name: z.string().meta({ examples: ['Client'] }) })
    .nullable()
    .meta({
      description: 'The approval step whose people decide next. Null without steps, and if the post needs no approval.',
      examples: [null],
    }),
}

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
  ideaId: idOf('idea').nullable().meta({ description: 'The idea that the post was made from.' }),
  slotPlanId: idOf('slots').nullable().meta({
    description: 'The plan of posting times that placed the post. Null once a person chooses its time.',
  }),
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
    .meta({ description: 'The post’s recycling settings. Null if never set.' }),
  tags: z.string().array(),
  language: z.string().nullable(),
  firstComment: z.string().nullable(),
  link: z.string().nullable(),
  mentions: z
    .object({
      text: z
        .string()
        .meta({ description: 'The name as it is in the texts, with its @.', examples: ['@Harbour Museum'] }),
      handles: z.partialRecord(z.enum(networks), z.string()).meta({
        description: 'The handle on each network, without its @. On LinkedIn, a urn.',
        examples: [{ bluesky: 'harbour.bsky.social' }],
      }),
    })
    .array()
    .meta({ description: 'The names that each network’s handle replaces.', examples: [[]] }),
  settings: z.record(z.string(), object),
  confirmWarnings: z.union([z.literal(true), z.string().array()]).meta({ examples: [[]] }),
  metadata: z.record(z.string(), z.string()),
  createdAt: instant,
  updatedAt: instant,
  publishedAt: instant.nullable(),
  deletedAt: instant.nullable(),
  targets: resultRow.array(),
  thumbnailUrl: pictureFields.thumbnailUrl.optional().meta({
    description: `${pictureFields.thumbnailUrl.description} Only lists of posts have it.`,
  }),
  mediaCount: pictureFields.mediaCount.optional(),
  needsApproval: approvalFields.needsApproval.optional().meta({
    description: `${approvalFields.needsApproval.description} Responses to changes leave it out.`,
  }),
  approvalStep: approvalFields.approvalStep.optional(),
}

export const post = versioned(z.object(shape).meta({ id: 'Post' }))

const targetKey = z.string().meta({
  description: 'The platform, or `<platform>:<accountId>` for a second account on it.',
  examples: ['mastodon'],
})

export const expandedPost = z
  .object({
    ...shape,
    added: targetKey.array().meta({ description: 'Targets that were added.' }),
    skipped: targetKey.array().meta({ description: 'Targets that the post is published or being published to.' }),
  })
  .meta({ id: 'ExpandedPost' })
