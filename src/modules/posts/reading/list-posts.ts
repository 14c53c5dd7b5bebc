import type { Readable } from 'node:stream'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { fromWire, type MediaId, type PostId, type ProfileId, toWire } from '#kernel/ids.ts'
import { findLabelNames } from '#modules/labels/index.ts'
import { findMediaByIds, type MediaRow, makeProxyUrl, makeViewUrl } from '#modules/media/index.ts'
import { profileFor } from '#modules/profiles/index.ts'
import { type ApprovalMark, readApprovalMarks } from '../approvals/marks.ts'
import { findTurns } from '../approvals/turns.ts'
import type { PostMedia } from '../content.ts'
import type { PostDeps } from '../deps.ts'
import { earlierPostSummary, postSummary } from '../schema/answers.ts'
import { post } from '../schema/post.ts'
import type { ListQuery } from '../schema/requests.ts'
import { isMetric } from '../sorts.ts'
import type { TargetStatus } from '../state.ts'
import { type Author, listAuthors } from '../store/authors.ts'
import type { Filter } from '../store/filter.ts'
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
import { listPostsByDate, listPostsByMetric } from '../store/ranked.ts'
import { listTargetStates, type TargetState } from '../store/targets.ts'
import { addPictures, shownFile, shownView, thumbnailUrlOf } from '../thumbnails.ts'
import { keyByPlatform, presentPosts } from './present.ts'
import { readTurns } from './read-turns.ts'
import { streamPosts, summariesAtOnce, wholeAtOnce } from './stream-posts.ts'

type ListDeps = SummaryDeps

const usualLimit = 50
/** A page of large posts is shorter than requested. `hasMore` says that the list continues. */
const pageBytes = 512 * 1024

type ListForm = 'full' | 'summary' | 'earlier summary'

/** Lists posts as JSON: one page, or with neither limit nor cursor the whole set, streamed post by post. */
export async function listPosts(
  deps: ListDeps,
  caller: Caller,
  query: ListQuery,
  form: ListForm,
): Promise<string | Readable> {
  if (isMetric(query.sort)) requireMayAnalyze(caller)
  const profileIds = await reach(deps, caller, query.profileId)
  const labelNames = query.label === undefined ? undefined : await findLabelNames(deps.db, profileIds, query.label)
  const { approval, turn } = await readApprovalFilter(deps, caller, profileIds, query)
  const wanted = { ...query, labelNames, approval, turn }
  if (form === 'full') return listInView(deps, profileIds, wanted, fullView(deps))
  return listInView(deps, profileIds, wanted, form === 'summary' ? summaryView(deps) : earlierSummaryView(deps))
}

async function readApprovalFilter(
  { db }: ListDeps,
  { uid }: Caller,
  profileIds: readonly ProfileId[],
  { approval }: Pick<ListQuery, 'approval'>,
): Promise<Pick<Filter, 'approval' | 'turn'>> {
  return approval === 'waitingForMe'
    ? { approval: undefined, turn: await findTurns(db, uid, profileIds) }
    : { approval, turn: undefined }
}

/** Lists the posts that match a filter, soonest first, and whether there are more. */
export async function listMatching(
  { db }: Pick<PostDeps, 'db'>,
  caller: Caller,
  filter: Omit<Filter, 'labelNames'> & {
    readonly profileId?: ProfileId | undefined
    readonly label?: string | undefined
  },
  most: number,
): Promise<PostsRead<PostSummaryRow>> {
  const profileIds = await reach({ db }, caller, filter.profileId)
  const labelNames = filter.label === undefined ? undefined : await findLabelNames(db, profileIds, filter.label)
  const size = { posts: most, bytes: Number.MAX_SAFE_INTEGER }
  return listSoonestPosts(db, profileIds, { ...filter, labelNames, onlyScheduled: false }, null, size, summaries)
}

/** Counts the posts that the caller can decide about now, up to `most`. */
export async function countTurns(
  deps: Pick<PostDeps, 'db' | 'connectors'>,
  caller: Caller,
  profileIds: readonly ProfileId[],
  { most, ...filter }: Pick<Filter, 'labelNames'> & { readonly most: number },
): Promise<number> {
  const turn = await findTurns(deps.db, caller.uid, profileIds)
  if (turn.profileIds.length + turn.lastResorts.length === 0) return 0
  const readAll = (after: Position | null, size: PageSize) =>
    listSoonestPosts(deps.db, profileIds, { ...filter, turn, onlyScheduled: false }, after, size, summaries)
  const size = { posts: most, bytes: Number.MAX_SAFE_INTEGER }
  return (await readTurns(deps, caller.uid, readAll, { after: null, size })).posts.length
}

async function listInView<Row extends { readonly id: PostId; readonly scheduledAt: Date | null }>(
  deps: ListDeps,
  profileIds: readonly ProfileId[],
  query: Omit<ListQuery, 'approval'> & Pick<Filter, 'labelNames' | 'approval' | 'turn'>,
  { read, encode, atOnce }: ListView<Row>,
): Promise<string | Readable> {
  const { db } = deps
  const { sort, turn } = query
  const readAll = (after: Position | null, size: PageSize): Promise<PostsRead<Row>> => {
    const ranking = { isAscending: query.order === 'asc', after: after?.id ?? null }
    if (isMetric(sort)) return listPostsByMetric(db, profileIds, query, { ...ranking, metric: sort }, size, read)
    if (sort === 'date') return listPostsByDate(db, profileIds, query, ranking, size, read)
    if (sort === 'createdAt') return listNewestPosts(db, profileIds, query, after, size, read)
    return listSoonestPosts(db, profileIds, { ...query, onlyScheduled: sort === 'scheduled' }, after, size, read)
  }

  const readOn: typeof readAll = (after, size) =>
    turn ? readTurns(deps, turn.uid, readAll, { after, size }) : readAll(after, size)

  // A page by metric reads all posts, so a list of all pages would read them as often as it has pages.
  if (query.limit === undefined && query.cursor === undefined && !isMetric(sort)) {
    const around = { before: '{"posts":[', after: '],"nextCursor":null,"hasMore":false}' }
    return streamPosts({ around, readOn, encode, atOnce })
  }
  const after = query.cursor === undefined ? null : await placeAfter(deps, profileIds, query.cursor)
  const {
    posts,
    hasMore,
    last = posts.at(-1),
  } = await readOn(after, {
    posts: query.limit ?? usualLimit,
    bytes: pageBytes,
  })
  const rest = JSON.stringify({ nextCursor: hasMore && last ? toWire('post', last.id) : null, hasMore }).slice(1)
  return `{"posts":[${(await encode(posts)).join(',')}],${rest}`
}

/** Refuses a caller without the scope for analytics: the order of posts shows their metrics. */
function requireMayAnalyze({ scopes }: Caller): void {
  if (!scopes || scopes.has('analytics:read')) return
  refuse('scope_required', {
    detail: 'This list is sorted by a metric, so the API key also needs the scope analytics:read.',
    requiredScope: 'analytics:read',
  })
}

async function reach(
  { db }: Pick<ListDeps, 'db'>,
  caller: Caller,
  profileId: ProfileId | undefined,
): Promise<ProfileId[]> {
  if (profileId === undefined) return listProfileIds(db, caller)
  return [(await profileFor(db, caller, profileId, 'read')).id]
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

type SummaryDeps = Pick<PostDeps, 'db' | 'clock' | 'seal' | 'config' | 'connectors'>

interface PostSummary
  extends Pick<PostSummaryRow, 'id' | 'profileId' | 'status' | 'scheduledAt' | 'publishedAt' | 'content'>,
    ApprovalMark {
  readonly statusByPlatform: Record<string, TargetStatus>
  readonly laterByPlatform: Record<string, Date>
  readonly thumbnail: string | null
  readonly thumbnailUrl: string | null
  readonly mediaCount: number
  readonly author: Author | null
  readonly etag: string
}

/** Presents posts as a calendar shows them. */
async function summarizePosts(deps: SummaryDeps, posts: readonly PostSummaryRow[]): Promise<PostSummary[]> {
  const ids = posts.map(({ id }) => id)
  const pictures = posts.flatMap(({ picture }) => shownFile(picture) ?? [])
  const writers = posts.flatMap(({ authorUid }) => authorUid ?? [])
  const [states, files, authors, markOf] = await Promise.all([
    listTargetStates(deps.db, ids),
    findMediaByIds(deps.db, pictures),
    listAuthors(deps.db, writers),
    readApprovalMarks(deps, deps.db, posts),
  ])
  const fileOf = (picture: PostSummaryRow['picture']) => files.get(shownFile(picture) ?? ('' as MediaId))
  return posts.map(({ picture, version, authorUid, ...post }) => ({
    ...post,
    ...markOf(post.id),
    laterByPlatform: listLater(states.get(post.id) ?? []),
    content: post.content.toWellFormed(),
    statusByPlatform: keyByPlatform((states.get(post.id) ?? []).map((row) => ({ ...row, value: row.status }))),
    thumbnail: pictureUrlOf(deps, fileOf(picture), shownView(picture)),
    thumbnailUrl: thumbnailUrlOf(deps, fileOf(picture), shownView(picture)),
    author: authors.get(authorUid ?? '') ?? null,
    etag: `"${version}"`,
  }))
}

/** Returns the times of the targets that follow their post, with the keys that they have among all targets. */
function listLater(states: readonly TargetState[]): Record<string, Date> {
  const times = keyByPlatform(states.map((row) => ({ ...row, value: row.laterAt })))
  return Object.fromEntries(Object.entries(times).flatMap(([key, at]) => (at ? [[key, at]] : [])))
}

/** A video is shown by its poster. Null without a file, or if a browser cannot show any of it as an image. */
function pictureUrlOf(deps: SummaryDeps, file: MediaRow | undefined, view: PostMedia['view']): string | null {
  if (!file) return null
  if (file.facts.kind === 'image') return view ? makeViewUrl(deps, file, view) : makeProxyUrl(deps, file)
  return file.posterSize === null ? null : makeProxyUrl(deps, file, 'poster')
}

/** A way to show a list of posts: what is read of each, and how it becomes JSON. */
interface ListView<Row extends { readonly id: PostId }> {
  readonly read: PostView<Row>
  readonly encode: (posts: readonly Row[]) => Promise<readonly string[]>
  /** The size of one read of a list that is sent in full. */
  readonly atOnce: PageSize
}

export const fullView = (deps: SummaryDeps): ListView<PostRow> => ({
  read: wholePosts,
  encode: async (posts) => {
    const [presented, markOf] = await Promise.all([
      presentPosts(deps.db, posts).then((shown) => addPictures(deps, shown)),
      readApprovalMarks(deps, deps.db, posts),
    ])
    return presented.map((one) => JSON.stringify(post.encode({ ...one, ...markOf(one.id) })))
  },
  atOnce: wholeAtOnce,
})

const summaryView = (deps: SummaryDeps): ListView<PostSummaryRow> => ({
  read: summaries,
  encode: async (posts) => (await summarizePosts(deps, posts)).map((one) => JSON.stringify(postSummary.encode(one))),
  atOnce: summariesAtOnce,
})

const earlierSummaryView = (deps: SummaryDeps): ListView<PostSummaryRow> => ({
  ...summaryView(deps),
  encode: async (posts) =>
    (await summarizePosts(deps, posts)).map(({ statusByPlatform: platforms, ...one }) =>
      JSON.stringify(earlierPostSummary.encode({ ...one, platforms })),
    ),
})
