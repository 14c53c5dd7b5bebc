import { z } from 'zod'
import { idOf, instant } from '#infra/http/schemas.ts'
import { post, status } from './post.ts'
import { rowStatus } from './target.ts'

/** Responses with several posts, in full or as summaries, and with post counts. */

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
    thumbnail: z.string().nullable().meta({ description: 'The URL of the first image, valid for a day.' }),
    etag: z.string().meta({ description: 'Send this as `If-Match` when you change the post.' }),
  })
  .meta({ id: 'PostSummary' })

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

const postSummaryPage = z
  .object({ posts: postSummary.array(), nextCursor: z.string().nullable(), hasMore: z.boolean() })
  .meta({ id: 'PostSummaryPage' })

export const fullType = 'application/json; charset=utf-8'
/** The content type of a list of summaries distinguishes it from a list of full posts. */
export const summaryType = 'application/json; profile="summary"'

export const postLists = {
  description: 'The posts, in the form selected by `view`.',
  content: { 'application/json': { schema: postPage }, [summaryType]: { schema: postSummaryPage } },
}

const counts = z.record(z.string(), z.int())
export const stats = z
  .object({
    total: z.int(),
    byStatus: counts.meta({ examples: [{ draft: 2, published: 40 }] }),
    byPlatform: z.record(z.string(), counts),
  })
  .meta({ id: 'PostStats', description: 'The number of posts. Posts in the trash are not counted.' })
