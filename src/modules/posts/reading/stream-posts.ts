import { Readable } from 'node:stream'
import type { PageSize, PostsRead } from '../store/page.ts'

/** Size of one read for a reader who asks for all posts. No transaction stays open behind a slow reader. */
export const wholeAtOnce: PageSize = { posts: 100, bytes: 512 * 1024 }
/** Summaries are short, so that fewer and larger reads take half the time. */
export const summariesAtOnce: PageSize = { posts: 500, bytes: 512 * 1024 }

interface PostStream<Row> {
  /** The text around the list, and between two posts. */
  readonly around: { readonly before: string; readonly between?: string; readonly after: string }
  /** Reads on after the last post that was read; null: from the first. */
  readonly readOn: (last: Row | null, size: PageSize) => Promise<PostsRead<Row>>
  /** Returns each post as text. */
  readonly encode: (posts: readonly Row[]) => Promise<readonly string[]>
  readonly atOnce?: PageSize
}

/**
 * Streams a whole list in bounded memory. Reads the first posts before the answer begins, so that an early
 * fault still becomes a refusal. A later fault breaks the connection.
 */
export async function streamPosts<Row>(stream: PostStream<Row>): Promise<Readable> {
  const first = await stream.readOn(null, stream.atOnce ?? wholeAtOnce)
  return Readable.from(encodePosts(stream, first), { objectMode: false, highWaterMark: 64 * 1024 })
}

async function* encodePosts<Row>(
  { around, readOn, encode, atOnce = wholeAtOnce }: PostStream<Row>,
  first: PostsRead<Row>,
): AsyncGenerator<string> {
  const { between = ',' } = around
  let isFirst = true
  yield around.before
  for (let read = first; ; ) {
    const texts = await encode(read.posts)
    if (texts.length > 0) yield (isFirst ? '' : between) + texts.join(between)
    isFirst &&= texts.length === 0
    const last = read.posts.at(-1)
    if (!last || !read.hasMore) break
    read = await readOn(last, atOnce)
  }
  yield around.after
}
