import { Readable } from 'node:stream'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { fromWire, type ProfileId, toWire } from '#kernel/ids.ts'
import { profileFor } from '#modules/profiles/index.ts'
import type { PostDeps } from '../deps.ts'
import { type PresentedPost, presentPosts } from '../present.ts'
import { post as postShape } from '../schema/answers.ts'
import type { ListQuery } from '../schema/queries.ts'
import { newestPosts, type Position, positionOf, profilesWithin, soonestPosts } from '../store/list.ts'
import type { PostRow } from '../store/posts.ts'

type ListDeps = Pick<PostDeps, 'db' | 'clock'>

const usualLimit = 50
/** So many are read at once for one who asks for all: no transaction stays open behind a slow reader. */
const atOnce = 100

export interface PostPage {
  readonly posts: PresentedPost[]
  readonly nextCursor: string | null
  readonly hasMore: boolean
}

/** A page, or with neither limit nor cursor the whole set, post by post as it is read. */
export async function listPosts(
  deps: ListDeps,
  caller: Caller,
  query: ListQuery,
): Promise<{ readonly page: PostPage } | { readonly stream: Readable }> {
  const profileIds = await reach(deps, caller, query.profileId)
  const next = (after: Position | null, limit: number): Promise<PostRow[]> =>
    query.sort === 'createdAt'
      ? newestPosts(deps.db, profileIds, query, after, limit)
      : soonestPosts(deps.db, profileIds, { ...query, onlyScheduled: query.sort === 'scheduled' }, after, limit)

  const isWhole = query.limit === undefined && query.cursor === undefined
  if (isWhole) {
    // The first of them are read before the answer begins, so that what is wrong can still be said.
    const first = await next(null, atOnce)
    return { stream: Readable.from(whole(deps, first, next), { objectMode: false, highWaterMark: 64 * 1024 }) }
  }
  const after = query.cursor === undefined ? null : await placeAfter(deps, profileIds, query.cursor)
  const limit = query.limit ?? usualLimit
  const found = await next(after, limit + 1)
  const posts = found.slice(0, limit)
  const hasMore = found.length > limit
  const last = posts.at(-1)
  return {
    page: {
      posts: await presentPosts(deps.db, posts),
      nextCursor: hasMore && last ? toWire('post', last.id) : null,
      hasMore,
    },
  }
}

async function reach({ db }: ListDeps, caller: Caller, profileId: ProfileId | undefined): Promise<ProfileId[]> {
  if (profileId === undefined) return profilesWithin(db, caller)
  return [(await profileFor(db, caller, profileId, 'viewer')).id]
}

async function placeAfter({ db }: ListDeps, profileIds: readonly ProfileId[], cursor: string): Promise<Position> {
  const id = fromWire('post', cursor)
  const place = id === null ? undefined : await positionOf(db, profileIds, id)
  return (
    place ??
    refuse('cursor_invalid', { detail: 'Pass `nextCursor` of the page before: the id of a post of this list.' })
  )
}

async function* whole(
  { db }: ListDeps,
  first: readonly PostRow[],
  next: (after: Position | null, limit: number) => Promise<PostRow[]>,
): AsyncGenerator<string> {
  let isFirst = true
  yield '{"posts":['
  for (let rows = first; rows.length > 0; ) {
    let text = ''
    for (const post of await presentPosts(db, rows)) {
      text += (isFirst ? '' : ',') + JSON.stringify(postShape.encode(post))
      isFirst = false
    }
    yield text
    const last = rows.at(-1)
    rows = last && rows.length === atOnce ? await next(last, atOnce) : []
  }
  yield '],"nextCursor":null,"hasMore":false}'
}
