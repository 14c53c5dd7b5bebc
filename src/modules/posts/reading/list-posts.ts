import type { Readable } from 'node:stream'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { fromWire, type MediaId, type PostId, type ProfileId, toWire } from '#kernel/ids.ts'
import { findMediaByIds, type MediaRow, makeProxyUrl } from '#modules/media/index.ts'
import { profileFor } from '#modules/profiles/index.ts'
import type { PostMedia } from '../content.ts'
import type { PostDeps } from '../deps.ts'
import { postSummary } from '../schema/answers.ts'
import { post } from '../schema/post.ts'
import type { ListQuery } from '../schema/requests.ts'
import type { TargetStatus } from '../state.ts'
import { findPosition, listNewestPosts, listProfileIds, listSoonestPosts, type Position } from '../store/list.ts'
import {
  type PageSize,
  type PostSummaryRow,
  type PostsRead,
  type PostView,
  summaries,
  wholePosts,
} from '../store/page.ts'
import type { PostRow } from '../store/posts.ts'
import { listTargetStates } from '../store/targets.ts'
import { keyByPlatform, presentPosts } from './present.ts'
import { streamPosts, summariesAtOnce, wholeAtOnce } from './stream-posts.ts'

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

type SummaryDeps = Pick<PostDeps, 'db' | 'clock' | 'seal' | 'config'>

interface PostSummary extends Pick<PostSummaryRow, 'id' | 'status' | 'scheduledAt' | 'publishedAt' | 'content'> {
  readonly platforms: Record<string, TargetStatus>
  readonly thumbnail: string | null
  readonly etag: string
}

/** Presents posts as a calendar shows them. */
async function summarizePosts(deps: SummaryDeps, posts: readonly PostSummaryRow[]): Promise<PostSummary[]> {
  const ids = posts.map(({ id }) => id)
  const pictures = posts.flatMap(({ picture }) => nameOf(picture) ?? [])
  const [states, files] = await Promise.all([listTargetStates(deps.db, ids), findMediaByIds(deps.db, pictures)])
  return posts.map(({ picture, version, ...post }) => ({
    ...post,
    content: post.content.toWellFormed(),
    platforms: keyByPlatform((states.get(post.id) ?? []).map((row) => ({ ...row, value: row.status }))),
    thumbnail: makeThumbnailUrl(deps, files.get(nameOf(picture) ?? ('' as MediaId))),
    etag: `"${version}"`,
  }))
}

const nameOf = (picture: PostMedia | null): MediaId | null => picture?.thumbnailId ?? picture?.mediaId ?? null

/** A video is shown by its poster. Null without a file, or if a browser cannot show any of it as an image. */
function makeThumbnailUrl(deps: SummaryDeps, file: MediaRow | undefined): string | null {
  if (!file) return null
  if (file.facts.kind === 'image') return makeProxyUrl(deps, file)
  return file.posterSize === null ? null : makeProxyUrl(deps, file, 'poster')
}

/** A way to show a list of posts: what is read of each, and how it becomes JSON. */
interface ListView<Row extends { readonly id: PostId }> {
  readonly read: PostView<Row>
  readonly encode: (posts: readonly Row[]) => Promise<readonly string[]>
  /** The size of one read of a list that is sent whole. */
  readonly atOnce: PageSize
}

export const fullView = ({ db }: Pick<SummaryDeps, 'db'>): ListView<PostRow> => ({
  read: wholePosts,
  encode: async (posts) => (await presentPosts(db, posts)).map((one) => JSON.stringify(post.encode(one))),
  atOnce: wholeAtOnce,
})

const summaryView = (deps: SummaryDeps): ListView<PostSummaryRow> => ({
  read: summaries,
  encode: async (posts) => (await summarizePosts(deps, posts)).map((one) => JSON.stringify(postSummary.encode(one))),
  atOnce: summariesAtOnce,
})
