import { z } from 'zod'
import { fewMembers } from '#infra/http/few-members.ts'
import { platformInput, platformSegment } from '#infra/http/platforms.ts'
import { exampleId, idOf, instantInput, text, timezone, wholeNumber, wordList } from '#infra/http/schemas.ts'
import { formats } from '#rules/limits.ts'
import { platformIdOf } from '#rules/network-names.ts'
import { fixedSorts, sorts } from '../sorts.ts'
import { approvalStates, listedApprovals, postStatuses } from '../state.ts'
import { mentions } from './mentions.ts'
import * as part from './parts.ts'

/** Schemas of request bodies. */
export const createPostBody = z
  .strictObject({
    profileId: idOf('prof'),
    content: part.content.default(''),
    title: part.title.nullable().optional(),
    platforms: part.platforms.default([]),
    media: part.media.default([]),
    format: part.format.default('post'),
    thread: part.thread.default([]),
    scheduledAt: part.moment
      .nullable()
      .optional()
      .meta({
        description:
          'When to publish. A time without an offset is local: in `timezone`, or else in the profile’s time ' +
          'zone, or else in yours.',
      }),
    latestAt: part.moment
      .nullable()
      .optional()
      .meta({ description: 'The post is not sent after this time. Defaults to one day after its scheduled time.' }),
    timezone: timezone.nullable().optional(),
    saveAsDraft: z
      .boolean()
      .default(false)
      .meta({ description: 'Only stores the post. It is not published at the scheduled time.' }),
    tags: part.tags.default([]),
    language: part.language.nullable().optional(),
    firstComment: part.firstComment.nullable().optional(),
    link: part.link.nullable().optional(),
    mentions: mentions.default([]),
    settings: part.settings.default({}),
    recycle: part.recycle.nullable().optional(),
    confirmWarnings: part.confirmWarnings.default([]),
    metadata: part.metadata.default({}),
  })
  .refine(part.namesFewFiles, part.tooManyFiles)
  .meta({
    id: 'CreatePost',
    description: 'If neither `scheduledAt` nor `saveAsDraft` is set, the post is published immediately.',
    examples: [
      {
        profileId: exampleId('prof'),
        content: 'The lighthouse is open again.',
        platforms: [platformIdOf('bluesky'), 'mastodon'],
      },
    ],
  })

export const updatePostBody = z
  .strictObject({
    content: part.content.optional(),
    title: part.title.nullable().optional(),
    platforms: part.platforms.optional(),
    media: part.media.optional(),
    format: part.format.optional(),
    thread: part.thread.optional(),
    scheduledAt: part.moment.nullable().optional(),
    latestAt: part.moment.nullable().optional(),
    timezone: timezone.nullable().optional(),
    saveAsDraft: z.boolean().optional(),
    tags: part.tags.optional(),
    language: part.language.nullable().optional(),
    firstComment: part.firstComment.nullable().optional(),
    link: part.link.nullable().optional(),
    mentions: mentions.optional(),
    settings: part.settings.optional(),
    confirmWarnings: part.confirmWarnings.optional(),
    metadata: part.metadata.optional(),
  })
  .refine(part.namesFewFiles, part.tooManyFiles)

const slot = z
  .strictObject({
    planId: idOf('slots').optional().meta({
      description: 'The plan of posting times. If omitted, all plans that are for all accounts of the post.',
    }),
    place: z
      .enum(['next', 'last', 'top'])
      .default('next')
      .meta({
        description:
          '`next`: the next free time. `last`: after the last post of the plan. `top`: the first time; posts of the ' +
          'plan that have it move to later ones.',
      }),
    at: instantInput.optional().meta({
      description: 'One free time of the plan, instead of `place`.',
      examples: ['2026-12-01T08:30:00Z'],
    }),
  })
  .meta({
    id: 'PostSlot',
    description: 'Schedules the post at a posting time, instead of `scheduledAt`. The plan may move it later.',
    examples: [{ place: 'next' }],
  })

const hasOneTime = (body: {
  readonly slot?: unknown
  readonly scheduledAt?: unknown
  readonly saveAsDraft?: unknown
}) => body.slot === undefined || (body.scheduledAt === undefined && body.saveAsDraft !== true)
const oneTime = { path: ['slot'], message: 'must be left out with `scheduledAt` or `saveAsDraft`' }

/** A new post, which may ask for a posting time. Drafts that are created together cannot. */
export const createPlacedBody = createPostBody
  .safeExtend({ slot: slot.optional() })
  .refine(hasOneTime, oneTime)
  .meta({
    id: 'CreatePlacedPost',
    description: 'If neither `scheduledAt`, `slot` nor `saveAsDraft` is set, the post is published immediately.',
    examples: [
      {
        profileId: exampleId('prof'),
        content: 'The lighthouse is open again.',
        platforms: [platformIdOf('bluesky'), 'mastodon'],
        slot: { place: 'next' },
      },
    ],
  })

export const updatePlacedBody = updatePostBody
  .safeExtend({ slot: slot.optional() })
  .refine(hasOneTime, oneTime)
  .meta({
    id: 'UpdatePost',
    description: 'Omitted fields are left unchanged. Null clears a field. `platforms` replaces the whole list.',
    examples: [{ scheduledAt: '2026-11-22T09:00:00Z' }],
  })

/** Any object: its errors are the result, not a refusal. */
export const validateBody = z.record(z.string(), z.unknown()).meta({
  documentedAs: { $ref: '#/$defs/CreatePlacedPost' },
})

export const duplicateBody = z
  .strictObject({
    scheduledAt: part.moment.nullable().optional().meta({ description: 'Schedules the copy for this time.' }),
    timezone: timezone.optional(),
  })
  .meta({ id: 'DuplicatePost', mayBeAbsent: true, examples: [{ scheduledAt: '2026-11-22T09:00:00Z' }] })

export const expandBody = z
  .strictObject({ platforms: part.platforms.min(1), confirmWarnings: part.confirmWarnings.default([]) })
  .meta({ id: 'ExpandPost', examples: [{ platforms: ['mastodon'] }] })

const targetName = text(1, 100).meta({
  description: 'A platform, `<platform>:<accountId>`, or a target ID.',
  examples: [platformIdOf('bluesky')],
})

const found = {
  platformUrl: part.link.optional().meta({ description: 'The URL of the post on the network.' }),
  platformPostId: text(1, 500).optional().meta({ description: 'The network’s own ID for the post.' }),
}
const resolution = z.enum(['retry', 'published']).meta({
  description:
    'For unknown targets, after you have checked the network. `published`: the post is there. `retry`: it ' +
    'is not there; send it again.',
})

export const retryBody = z
  .strictObject({
    platforms: z.array(targetName).min(1).max(20).optional(),
    resolve: resolution.optional(),
    ...found,
  })
  .meta({ id: 'RetryPost', mayBeAbsent: true, examples: [{ platforms: [platformIdOf('bluesky')] }] })

export const resolveBody = z
  .strictObject({ resolve: resolution, ...found })
  .meta({ id: 'ResolveTarget', examples: [{ resolve: 'published' }] })

const filesInBulk = 1_000

export const bulkBody = z
  .strictObject({ posts: z.array(createPostBody).min(1).max(50) })
  .refine(
    ({ posts }) => posts.reduce((sum, post) => sum + part.countFiles(post), 0) <= filesInBulk,
    `must not contain more than ${filesInBulk} files in all`,
  )
  .meta({ id: 'CreatePosts', description: 'At most 50 posts. Each becomes a draft.' })

const manyMost = 50

const namesEachOnce = (ids: readonly string[]) => new Set(ids).size === ids.length
const timedPost = {
  postId: idOf('post'),
  confirmWarnings: part.confirmWarnings.optional(),
}
const timedPosts = <Item extends z.ZodType<{ readonly postId: string }>>(item: Item) =>
  z
    .array(item)
    .min(1)
    .max(manyMost)
    .refine((posts) => namesEachOnce(posts.map(({ postId }) => postId)), 'must list each post once')

export const scheduleManyBody = z
  .strictObject({ posts: timedPosts(z.strictObject({ ...timedPost, scheduledAt: part.moment.optional() })) })
  .meta({
    id: 'SchedulePosts',
    examples: [{ posts: [{ postId: exampleId('post'), scheduledAt: '2026-11-22T09:00:00Z' }] }],
  })

export const moveManyBody = z
  .strictObject({ posts: timedPosts(z.strictObject({ ...timedPost, scheduledAt: part.moment })) })
  .meta({
    id: 'ReschedulePosts',
    examples: [{ posts: [{ postId: exampleId('post'), scheduledAt: '2026-11-22T09:00:00Z' }] }],
  })

export const namedPostsBody = z
  .strictObject({
    postIds: z.array(idOf('post')).min(1).max(manyMost).refine(namesEachOnce, 'must list each post once'),
  })
  .meta({ id: 'NamedPosts', examples: [{ postIds: [exampleId('post')] }] })

export type TimedPost = z.output<typeof scheduleManyBody>['posts'][number]
export type NewPost = z.output<typeof createPostBody>
export type PostPatch = z.output<typeof updatePostBody>
export type SlotRequest = z.output<typeof slot>
export type NewPlacedPost = z.output<typeof createPlacedBody>
export type PlacedPatch = z.output<typeof updatePlacedBody>
export type RetryInput = z.output<typeof retryBody>
export type ExpandInput = z.output<typeof expandBody>
export type DuplicateInput = z.output<typeof duplicateBody>

/** Schemas of paths and queries. */
export const postPath = z.strictObject({ id: idOf('post') })
export const mediaPath = z.strictObject({ id: idOf('media') })
export const deleteQuery = z.strictObject({
  children: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: 'If `true`, posts created from it by a fan-out or repost are deleted too.' }),
})
export const queuePath = z.strictObject({ postId: idOf('post') })
export const targetPath = z.strictObject({ id: idOf('post'), targetId: idOf('tgt') })
export const platformPath = z.strictObject({
  id: z.string().meta({ examples: [exampleId('post')] }),
  platform: platformSegment,
})

/** The conditions of a list of posts. */
export const postFilter = {
  profileId: idOf('prof').optional(),
  status: wordList(postStatuses).optional().meta({ description: 'One or more statuses.' }),
  platform: platformInput.optional(),
  accountId: idOf('acc').optional(),
  authorUid: idOf('usr').optional().meta({ description: 'The user who wrote the post.' }),
  from: instantInput.optional().meta({
    description:
      'Earliest value of the time that the list is sorted by, inclusive. For a metric, this is the time of `date`.',
  }),
  to: instantInput.optional().meta({ description: 'Latest value of the same time, exclusive.' }),
  publishedFrom: instantInput.optional().meta({ description: 'Earliest `publishedAt`, inclusive.' }),
  publishedTo: instantInput.optional().meta({ description: 'Latest `publishedAt`, exclusive.' }),
  tag: text(1, 100).optional().meta({ description: 'A tag to match.' }),
  label: text(1, 100).optional().meta({
    description: 'The name of a label to match, in any case. While posts follow a new name, some are still missing.',
  }),
  approval: z
    .enum(approvalStates)
    .optional()
    .meta({
      description:
        '`waiting` lists posts that wait for a decision: an approval was requested, or they are due and held for one. ' +
        '`rejected` lists posts that were rejected since the last request.',
    }),
  format: wordList(formats)
    .optional()
    .meta({ description: 'One or more forms that a post has on any of its accounts.' }),
  hasMedia: z
    .enum(['true', 'false'])
    .transform((word) => word === 'true')
    .optional()
    .meta({
      documentedAs: { type: 'boolean' },
      description: '`true` lists posts with attached files, `false` the others. Files of replies do not count.',
    }),
  metadata: fewMembers(5, z.record(z.string(), text(0, 500)))
    .optional()
    .meta({
      documentedAs: { type: 'object', additionalProperties: { type: 'string' } },
      description: 'Metadata to match: `metadata[campaign]=spring`. At most 5 pairs.',
    }),
  q: text(1, 200).optional().meta({ description: 'Text to find in the content or the title.' }),
}

const listFilter = {
  approval: z
    .enum(listedApprovals)
    .optional()
    .meta({
      description:
        '`waiting` lists posts that wait for a decision: an approval was requested, or they are due and held for one. ' +
        '`rejected` lists posts that were rejected since the last request. `waitingForMe` lists the posts that you can ' +
        'decide about now: scheduled ones that lack their approval, and others for which one was requested, if it is your ' +
        'turn and you did not write them. Its pages can be shorter than `limit`, or empty, while `hasMore` is true.',
    }),
  limit: wholeNumber(1, 100)
    .optional()
    .meta({
      description:
        'The number of posts per page, 1 to 100. A page of large posts can be shorter. If both `limit` ' +
        'and `cursor` are omitted, all posts are returned; if only `limit` is, it defaults to 50.',
    }),
  cursor: text(1, 100).optional().meta({ description: 'The ID of the post after which the list continues.' }),
  sort: z
    .enum(sorts)
    .default('createdAt')
    .meta({
      description:
        '`createdAt`: newest first. `scheduledAt`: soonest first, with unscheduled posts last. `scheduled`: the ' +
        'same order, scheduled and queued posts only. `date`: by the time at which a post was or will be published; ' +
        'the latest first, after posts without a time. A metric: the highest value first, and posts without metrics ' +
        'last; if `platform` is set, only its values count. These lists are always paginated, and require the scope ' +
        '`analytics:read`.',
    }),
  order: z
    .enum(['asc', 'desc'])
    .optional()
    .meta({
      description:
        'The direction of `date` and of metrics. Defaults to `desc`. With `asc`, `date` lists posts without a time ' +
        'last. The other sort orders have only one direction.',
    }),
}

type Order = Pick<z.output<z.ZodObject<typeof listFilter>>, 'sort' | 'order'>

function checkOrder({ sort, order }: Order, context: z.RefinementCtx): void {
  if (order === undefined || !fixedSorts.some((one) => one === sort)) return
  context.addIssue({
    code: 'custom',
    path: ['order'],
    params: { fault: 'not_applicable' },
    message: `must be omitted for the sort order ${sort}, which has one direction`,
  })
}

export const listQuery = z
  .strictObject({
    ...postFilter,
    ...listFilter,
    // Documented without `summary`, so that no typed client can ask for posts that its types do not describe.
    view: z
      .enum(['full', 'summary'])
      .default('full')
      .meta({
        documentedAs: { type: 'string', enum: ['full'], deprecated: true },
        description:
          '`full` is the only value to use. `summary` is deprecated: it returns summaries in this place, with the ' +
          'content type `application/json; profile="summary"`. Use `listPostSummaries`.',
      }),
  })
  .superRefine(checkOrder)

export const summariesQuery = z.strictObject({ ...postFilter, ...listFilter }).superRefine(checkOrder)

export const validateQuery = z.strictObject({
  postId: idOf('post').optional().meta({
    description: 'The post that is to be changed, so that it is not compared with itself. An unknown ID is ignored.',
  }),
})
export const profileOnlyQuery = z.strictObject({ profileId: idOf('prof') })
export const profileQuery = z.strictObject({ profileId: idOf('prof').optional() })
export const statsQuery = z.strictObject({ ...profileQuery.shape, label: postFilter.label })
export type StatsQuery = z.output<typeof statsQuery>

export type ListQuery = z.output<typeof summariesQuery>
