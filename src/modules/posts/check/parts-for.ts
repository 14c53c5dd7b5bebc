import type { Format } from '#rules/limits.ts'
import { chooseParts } from '#rules/thread.ts'
import type { Overrides, ThreadPart } from '../content.ts'
import type { PostContent } from '../draft/draft.ts'

type Threaded = Pick<PostContent, 'content' | 'media' | 'thread'>

/** Returns the parts that a target publishes: the post's thread, one joined text, or only the first part. */
export function partsFor(post: Threaded, overrides: Overrides): readonly ThreadPart[] {
  const { content = post.content, media = post.media, thread } = overrides
  return chooseParts([{ content, media }, ...post.thread], thread)
}

/** Returns the kind of post that a target publishes. A thread in one piece is an ordinary post. */
export function formatFor(post: Pick<PostContent, 'format'>, { format, thread }: Overrides): Format {
  if (format !== undefined) return format
  return thread !== undefined && post.format === 'thread' ? 'post' : (post.format as Format)
}
