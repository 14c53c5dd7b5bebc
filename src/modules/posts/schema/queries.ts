import { z } from 'zod'
import { platformInput, platformSegment } from '#infra/http/platforms.ts'
import { fewMembers, idOf, instantInput, text, wholeNumber, wordList } from '#infra/http/schemas.ts'
import { postStatuses } from '../state.ts'

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
export const platformPath = z.strictObject({ id: z.string(), platform: platformSegment })

const sorts = ['createdAt', 'scheduledAt', 'scheduled'] as const

export const listQuery = z.strictObject({
  profileId: idOf('prof').optional(),
  limit: wholeNumber(1, 100).optional().meta({
    description:
      '1 to 100. A page of large posts can be shorter. If both limit and cursor are omitted, all posts are returned.',
  }),
  cursor: text(1, 100).optional().meta({ description: 'The ID of the post after which the list continues.' }),
  sort: z
    .enum(sorts)
    .default('createdAt')
    .meta({
      description:
        '`createdAt`: newest first. `scheduledAt`: soonest first, with unscheduled posts last. `scheduled`: the ' +
        'same order, scheduled and queued posts only.',
    }),
  view: z
    .enum(['full', 'summary'])
    .default('full')
    .meta({ description: '`summary` returns only the fields of each post that a calendar needs.' }),
  status: wordList(postStatuses).optional().meta({ description: 'One or more statuses.' }),
  platform: platformInput.optional(),
  accountId: idOf('acc').optional(),
  from: instantInput
    .optional()
    .meta({ description: 'Earliest value of the time that the list is sorted by, inclusive.' }),
  to: instantInput.optional().meta({ description: 'Latest value of the time that the list is sorted by, exclusive.' }),
  publishedFrom: instantInput.optional().meta({ description: 'Earliest `publishedAt`, inclusive.' }),
  publishedTo: instantInput.optional().meta({ description: 'Latest `publishedAt`, exclusive.' }),
  tag: text(1, 100).optional().meta({ description: 'A tag that the post has.' }),
  metadata: fewMembers(5, z.record(z.string(), text(0, 500)))
    .optional()
    .meta({
      documentedAs: { type: 'object', additionalProperties: { type: 'string' } },
      description: 'Metadata that the post has: `metadata[campaign]=spring`. At most 5 pairs.',
    }),
  q: text(1, 200).optional().meta({ description: 'Text to find in the content or the title.' }),
})

export const validateQuery = z.strictObject({
  postId: idOf('post').optional().meta({
    description: 'The post that is to be changed, so that it is not compared with itself. An unknown ID is ignored.',
  }),
})
export const profileOnlyQuery = z.strictObject({ profileId: idOf('prof') })
export const profileQuery = z.strictObject({ profileId: idOf('prof').optional() })

export type ListQuery = z.output<typeof listQuery>
