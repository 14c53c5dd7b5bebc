import { z } from 'zod'
import type { Result } from '#sdk/index.ts'
import { formatTime } from '../../format-time.ts'
import type { View } from '../../task.ts'

const mostText = 280

/** A page of posts, with enough details to choose one. */
export const postListOutput = z.object({
  posts: z.array(
    z.object({
      id: z.string(),
      profileId: z.string(),
      status: z.string(),
      content: z.string().describe('The start of the text.'),
      scheduledAt: z.string().nullable(),
      publishedAt: z.string().nullable(),
      networks: z.array(z.string()),
    }),
  ),
  nextCursor: z.string().nullable().describe('The cursor for the next page. Null on the last page.'),
})

type PostList = z.output<typeof postListOutput>

export const pageFields = {
  limit: z.int().min(1).max(100).default(20).describe('The maximum number of posts to return.'),
  cursor: z.string().exactOptional().describe('`nextCursor` from the previous page.'),
}

export const shortenPosts = ({ posts, nextCursor }: Result<'listPosts'>): PostList => ({
  posts: posts.map(({ id, profileId, status, content, scheduledAt, publishedAt, targets }) => ({
    id,
    profileId,
    status,
    content: content.slice(0, mostText).toWellFormed(),
    scheduledAt,
    publishedAt,
    networks: [...new Set(targets.map(({ network }) => network))],
  })),
  nextCursor,
})

export function describePosts({ posts, nextCursor }: PostList, { timezone }: View): string {
  if (posts.length === 0) return 'No posts.'
  const lines = posts.map(({ id, status, content, scheduledAt, publishedAt, networks }) => {
    const at = publishedAt ?? scheduledAt
    const time = at ? ` ${formatTime(at, timezone)}` : ''
    const line = content.replaceAll(/\s+/g, ' ').slice(0, 60).toWellFormed()
    return `${status}${time}: ${line} (${networks.join(', ') || 'no account yet'}) ${id}`
  })
  return [...lines, ...(nextCursor ? ['More posts are available.'] : [])].join('\n')
}
