import type { UserId } from '#kernel/ids.ts'
import { keepTurns } from '../approvals/turns.ts'
import type { PostDeps } from '../deps.ts'
import type { Position } from '../store/list.ts'
import type { PageSize, PostsRead } from '../store/page.ts'

const candidatesAtOnce = 100
/** One page reads no more posts than this, so it may be shorter than requested. */
const maxCandidates = 1_000

/** Reads a page of a list by another function, and keeps the posts that this person can decide about now. */
export async function readTurns<Row extends Position>(
  deps: Pick<PostDeps, 'db' | 'connectors'>,
  uid: UserId,
  readOn: (after: Position | null, size: PageSize) => Promise<PostsRead<Row>>,
  { after, size }: { readonly after: Position | null; readonly size: PageSize },
): Promise<PostsRead<Row>> {
  const kept: Row[] = []
  let last: Row | undefined
  for (let read = 0; read < maxCandidates; ) {
    const wanted = { ...size, posts: candidatesAtOnce }
    const { posts, hasMore } = await readOn(last ?? after, wanted)
    kept.push(...(await keepTurns(deps, uid, posts)))
    // One more than the page holds shows that the list continues.
    if (kept.length > size.posts) return { posts: kept.slice(0, size.posts), hasMore: true }
    if (!hasMore) return { posts: kept, hasMore: false }
    last = posts.at(-1)
    read += posts.length
    // The posts are large, and together they might exceed the page.
    if (posts.length < candidatesAtOnce && kept.length > 0) break
  }
  return { posts: kept, hasMore: true, ...(last && { last }) }
}
