import type { Readable } from 'node:stream'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { fromWire, type PostId, type ProfileId, toWire } from '#kernel/ids.ts'
import { profileFor } from '#modules/profiles/index.ts'
import type { ListQuery } from '../../schema/queries.ts'
import { findPosition, listNewestPosts, listProfileIds, listSoonestPosts, type Position } from '../../store/list.ts'
import type { PageSize, PostsRead } from '../../store/page.ts'
import { streamPosts } from '../stream-posts.ts'
import type { SummaryDeps } from '../summarize.ts'
import { fullView, type ListView, summaryView } from '../views.ts'

type ListDeps = SummaryDeps

const usualLimit = 50
/** A page of large posts is shorter than requested. `hasMore` says that the list continues. */
const pageBytes = 512 * 1024

/** Lists posts as JSON: one page, or with neither limit nor cursor the whole set, streamed post by post. */
export async function listPosts(deps: ListDeps, caller: Caller, query: ListQuery): Promise<string | Readable> {
  const profileIds = await reach(deps, caller, query.profileId)
  return query.view === 'summary'
    ? listInView(deps, profileIds, query, summaryView(deps))
    : listInView(deps, profileIds, query, fullView(deps))
}

async function listInView<Row extends { readonly id: PostId; readonly scheduledAt: Date | null }>(
  deps: ListDeps,
  profileIds: readonly ProfileId[],
  query: ListQuery,
  { read, encode, atOnce }: ListView<Row>,
): Promise<string | Readable> {
  const { db } = deps
  const readOn = (after: Position | null, size: PageSize): Promise<PostsRead<Row>> =>
    query.sort === 'createdAt'
      ? listNewestPosts(db, profileIds, query, after, size, read)
      : listSoonestPosts(db, profileIds, { ...query, onlyScheduled: query.sort === 'scheduled' }, after, size, read)

  if (query.limit === undefined && query.cursor === undefined) {
    const around = { before: '{"posts":[', after: '],"nextCursor":null,"hasMore":false}' }
    return streamPosts({ around, readOn, encode, atOnce })
  }
  const after = query.cursor === undefined ? null : await placeAfter(deps, profileIds, query.cursor)
  const { posts, hasMore } = await readOn(after, { posts: query.limit ?? usualLimit, bytes: pageBytes })
  const last = posts.at(-1)
  const rest = JSON.stringify({ nextCursor: hasMore && last ? toWire('post', last.id) : null, hasMore }).slice(1)
  return `{"posts":[${(await encode(posts)).join(',')}],${rest}`
}

async function reach({ db }: ListDeps, caller: Caller, profileId: ProfileId | undefined): Promise<ProfileId[]> {
  if (profileId === undefined) return listProfileIds(db, caller)
  return [(await profileFor(db, caller, profileId, 'viewer')).id]
}

async function placeAfter({ db }: ListDeps, profileIds: readonly ProfileId[], cursor: string): Promise<Position> {
  const id = fromWire('post', cursor)
  const place = id === null ? undefined : await findPosition(db, profileIds, id)
  return (
    place ??
    refuse('cursor_invalid', {
      detail: 'Send the `nextCursor` of the previous page. It is the ID of a post in this list.',
    })
  )
}
