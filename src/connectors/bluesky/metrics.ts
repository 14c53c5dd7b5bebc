import { z } from 'zod'
import type { Metrics, ReadCall } from '#connectors/connector.ts'
import { query } from './api/xrpc.ts'
import type { Grant } from './auth/grant.ts'

/** The largest number of posts in one call. */
const batch = 25

const count = z.number().optional()
const posts = z.object({
  posts: z.array(
    z.object({
      uri: z.string(),
      likeCount: count,
      repostCount: count,
      replyCount: count,
      quoteCount: count,
      bookmarkCount: count,
    }),
  ),
})

/** Reads the counters. A post that the network no longer returns is gone. Bluesky does not count views. */
export async function metrics(
  { http, grant }: ReadCall<Grant>,
  remoteIds: readonly string[],
): Promise<readonly Metrics[]> {
  const all: Metrics[] = []
  for (let at = 0; at < remoteIds.length; at += batch) {
    const uris = remoteIds.slice(at, at + batch)
    const call = { server: grant.server, nsid: 'app.bsky.feed.getPosts', params: { uris }, as: grant }
    const answer = await query(http, call, posts)
    const byUri = new Map(answer.posts.map((post) => [post.uri, post]))
    for (const remoteId of uris) {
      const post = byUri.get(remoteId)
      all.push({ remoteId, counts: post ? countsOf(post) : null })
    }
  }
  return all
}

function countsOf(post: z.output<typeof posts>['posts'][number]) {
  const { likeCount = 0, replyCount = 0, repostCount = 0, quoteCount = 0, bookmarkCount = 0 } = post
  return { likes: likeCount, comments: replyCount, shares: repostCount, quotes: quoteCount, saves: bookmarkCount }
}
