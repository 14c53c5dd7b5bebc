import { Readable } from 'node:stream'
import type { Db } from '#infra/db/client.ts'
import { post as postShape } from '../schema/answers.ts'
import type { PageSize, PostsRead } from '../store/page.ts'
import type { PostRow } from '../store/posts.ts'
import { presentPosts } from './present.ts'

/** Size of one read for a reader who asks for all posts. No transaction stays open behind a slow reader. */
const atOnce: PageSize = { posts: 100, bytes: 512 * 1024 }

/** Reads on after the last post that was read; null: from the first. */
type ReadOn = (last: PostRow | null, size: PageSize) => Promise<PostsRead>

/**
 * Streams a whole list as JSON in bounded memory. Reads the first posts before the answer begins, so that an early
 * fault still becomes a refusal. A later fault breaks the connection.
 */
export async function streamPosts(
  db: Db,
  around: { readonly before: string; readonly after: string },
  readOn: ReadOn,
): Promise<Readable> {
  const first = await readOn(null, atOnce)
  return Readable.from(encodePosts(db, around, first, readOn), { objectMode: false, highWaterMark: 64 * 1024 })
}

async function* encodePosts(
  db: Db,
  { before, after }: { readonly before: string; readonly after: string },
  first: PostsRead,
  readOn: ReadOn,
): AsyncGenerator<string> {
  let isFirst = true
  yield before
  for (let read = first; ; ) {
    let text = ''
    for (const post of await presentPosts(db, read.posts)) {
      text += (isFirst ? '' : ',') + JSON.stringify(postShape.encode(post))
      isFirst = false
    }
    yield text
    const last = read.posts.at(-1)
    if (!last || !read.hasMore) break
    read = await readOn(last, atOnce)
  }
  yield after
}
