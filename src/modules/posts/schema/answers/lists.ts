import { z } from 'zod'
import { idOf, instant } from '#infra/http/schemas.ts'
import { post, status } from './post.ts'
import { rowStatus } from './target.ts'

/** Answers with several posts, whole or in summary, and numbers of posts. */

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
    total: z
      .int()
      .meta({ description: 'All posts that use the file, including posts in profiles that you cannot see.' }),
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
      .meta({ description: 'The 50 most recent of those that you can see.' }),
  })
  .meta({ id: 'MediaPosts' })

export const mediaUses = z
  .object({
    uses: z
      .object({ mediaId: idOf('media'), posts: z.int().meta({ description: 'All posts that use the file.' }) })
      .array()
      .meta({ description: 'The files in use, the newest first.' }),
  })
  .meta({ id: 'MediaUses' })

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

const counts = z.record(z.string(), z.int())
export const stats = z
  .object({
    total: z.int(),
    byStatus: counts.meta({ examples: [{ draft: 2, published: 40 }] }),
    byPlatform: z.record(z.string(), counts),
  })
  .meta({ id: 'PostStats', description: 'Numbers of posts. Posts in the trash do not count.' })
