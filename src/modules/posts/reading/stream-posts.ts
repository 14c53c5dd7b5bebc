import { Readable } from 'node:stream'
import type { PageSize, PostsRead } from '../store/page.ts'

/** The size of one read when all posts are requested. No transaction stays open behind a slow client. */
export const wholeAtOnce: PageSize = { posts: 100, bytes: 512 * 1024 }
/** Summaries are short, so fewer and larger reads take half the time. */
export const summariesAtOnce: PageSize = { posts: 500, bytes: 512 * 1024 }

interface PostStream<Row> {
  /** The text around the list, and between two posts. */
  readonly around: { readonly before: string; readonly between?: string; readonly after: string }
  /** Continues after the last post that was read. Null to start with the first. */
  readonly readOn: (last: Row | null, size: PageSize) => Promise<PostsRead<Row>>
  /** Returns each post as text. */
  readonly encode: (posts: readonly Row[]) => Promise<readonly string[]>
  readonly atOnce?: PageSize
}

/**
 * Streams a whole list in bounded memory. Reads the first posts before the response begins, so that an early error
 * still becomes a refusal. A later error breaks the connection.
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
    const last = read.last ?? read.posts.at(-1)
    if (!last || !read.hasMore) break
    read = await readOn(last, atOnce)
  }
  yield around.after
}
