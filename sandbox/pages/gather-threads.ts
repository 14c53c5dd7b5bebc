import type { FeedPost } from '../core/pages/posts/feed-post.ts'

/** A post with all replies to it and to its replies, in chronological order. */
export interface Thread {
  readonly post: FeedPost
  readonly replies: readonly FeedPost[]
  /** True if the post is a reply to one that is not shown. */
  readonly isAnswer: boolean
}

/** Groups posts, newest first, into threads. A thread is at the position of its newest post. */
export function gatherThreads(posts: readonly FeedPost[]): readonly Thread[] {
  const byId = new Map(posts.map((post) => [post.id, post]))
  const threads = new Map<FeedPost, FeedPost[]>()
  for (const post of posts) {
    const first = firstOf(post, byId)
    const replies = threads.get(first) ?? []
    threads.set(first, replies)
    if (post !== first) replies.unshift(post)
  }
  return [...threads].map(([post, replies]) => ({ post, replies, isAnswer: post.replyTo !== null }))
}

function firstOf(post: FeedPost, byId: ReadonlyMap<string, FeedPost>): FeedPost {
  const passed = new Set<FeedPost>()
  for (let at = post; ; ) {
    const before = at.replyTo === null ? undefined : byId.get(at.replyTo)
    if (!before || passed.has(before)) return at
    passed.add(at)
    at = before
  }
}
