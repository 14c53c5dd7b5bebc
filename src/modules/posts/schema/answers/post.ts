import { z } from 'zod'
import { platformId } from '#infra/http/platforms.ts'
import { idOf, instant } from '#infra/http/schemas.ts'
import { formats } from '#rules/limits.ts'
import { postStatuses } from '../../state.ts'
import { media, resultRow } from './target.ts'

export const status = z.enum(postStatuses)
const object = z.record(z.string(), z.unknown())

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
    .meta({ description: 'The post’s recycling settings. Null if never set.' }),
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
