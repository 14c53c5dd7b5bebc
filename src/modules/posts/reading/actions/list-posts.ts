import type { Readable } from 'node:stream'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { fromWire, type ProfileId, toWire } from '#kernel/ids.ts'
import { profileFor } from '#modules/profiles/index.ts'
import type { PostDeps } from '../../deps.ts'
import type { ListQuery } from '../../schema/queries.ts'
import { findPosition, listNewestPosts, listProfileIds, listSoonestPosts, type Position } from '../../store/list.ts'
import type { PageSize, PostsRead } from '../../store/page.ts'
import { type PresentedPost, presentPosts } from '../present.ts'
import { streamPosts } from '../stream-posts.ts'

type ListDeps = Pick<PostDeps, 'db' | 'clock'>

const usualLimit = 50
/** A page of large posts is shorter than was asked for; `hasMore` tells that it goes on. */
const pageBytes = 512 * 1024

interface PostPage {
  readonly posts: PresentedPost[]
  readonly nextCursor: string | null
  readonly hasMore: boolean
}

/** Lists posts: a page, or with neither limit nor cursor the whole set, streamed post by post. */
export async function listPosts(
  deps: ListDeps,
  caller: Caller,
  query: ListQuery,
): Promise<{ readonly page: PostPage } | { readonly stream: Readable }> {
  const { db } = deps
  const profileIds = await reach(deps, caller, query.profileId)
  const read = (after: Position | null, size: PageSize): Promise<PostsRead> =>
    query.sort === 'createdAt'
      ? listNewestPosts(db, profileIds, query, after, size)
      : listSoonestPosts(db, profileIds, { ...query, onlyScheduled: query.sort === 'scheduled' }, after, size)

  if (query.limit === undefined && query.cursor === undefined) {
    const around = { before: '{"posts":[', after: '],"nextCursor":null,"hasMore":false}' }
    return { stream: await streamPosts(db, around, read) }
  }
  const after = query.cursor === undefined ? null : await placeAfter(deps, profileIds, query.cursor)
  const { posts, hasMore } = await read(after, { posts: query.limit ?? usualLimit, bytes: pageBytes })
  const last = posts.at(-1)
  return {
    page: {
      posts: await presentPosts(db, posts),
      nextCursor: hasMore && last ? toWire('post', last.id) : null,
      hasMore,
    },
  }
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
      detail: 'Send the `nextCursor` of the previous page, which is the id of a post in this list.',
    })
  )
}
