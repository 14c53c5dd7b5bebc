import type { Tx } from '#infra/db/client.ts'
import type { DomainEvent, PostStanding } from '#kernel/events.ts'
import type { PostId } from '#kernel/ids.ts'
import { type Change, cancel, type TargetOwner } from '#modules/publishing/index.ts'
import type { PostDeps } from '../deps.ts'
import { isActive, type PostStatus, type RowFact, statusOf } from '../state.ts'
import { lockPostsOfTargets, type PostRow } from '../store/posts.ts'
import { noteStatuses, type StatusNote } from '../store/statuses.ts'
import { pointTo, type TargetRow, targetsOf } from '../store/targets.ts'

export type RollUpDeps = Pick<PostDeps, 'clock' | 'emit'>

export const factOf = (row: TargetRow, round: number): RowFact => ({
  status: row.status,
  tried: row.round === round && row.attempts > 0,
  whole: row.errorCode !== 'thread_incomplete',
})

/** An event to emit about a target, or about the enqueuing of some targets of the post. */
export type Said =
  | { readonly type: 'post.queued' }
  | (Pick<TargetRow, 'id' | 'network' | 'accountId'> & {
      readonly type: 'post.published' | 'post.failed' | 'post.needs_attention' | 'post.removed'
    })

/** Each post and its targets in their present state. */
export type RolledUp = ReadonlyMap<PostId, { readonly post: PostRow; readonly rows: readonly TargetRow[] }>

/**
 * Derives the status of each post from its targets and emits the events that follow, in the transaction that changed a
 * target. The caller has locked the posts, so that two targets that end at the same time cannot both miss that they
 * were the last.
 */
export async function rollUp(
  { clock, emit }: RollUpDeps,
  tx: Tx,
  posts: readonly PostRow[],
  said: ReadonlyMap<PostId, readonly Said[]> = new Map(),
  known?: ReadonlyMap<PostId, readonly TargetRow[]>,
): Promise<RolledUp> {
  const rowsByPost = known ?? (await rowsOfPosts(tx, posts))
  const now = clock.now()
  const notes: StatusNote[] = []
  const events: DomainEvent[] = []
  const results = new Map<PostId, { readonly post: PostRow; readonly rows: readonly TargetRow[] }>()
  for (const post of posts) {
    const rows = rowsByPost.get(post.id) ?? []
    const status = statusOf(
      rows.map((row) => factOf(row, post.round)),
      post.intent,
    )
    const { id: postId, ownerUid, profileId, round } = post
    const ofPost = { ownerUid, profileId, postId, round, standing: standingOf(status, rows) }
    for (const one of said.get(postId) ?? []) events.push({ type: one.type, ...ofPost, ...targetIn(one) })
    const end = endOf(post, status, rows)
    if (end) events.push({ type: end, ...ofPost })
    const publishedAt = earliest(rows)
    const isSame = status === post.status && !end && publishedAt?.getTime() === post.publishedAt?.getTime()
    const note = {
      id: post.id,
      status,
      statusSince: status === post.status ? post.statusSince : now,
      publishedAt,
      toldRound: end ? post.round : post.toldRound,
    }
    if (!isSame) notes.push(note)
    const after = isSame ? post : { ...post, ...note, updatedAt: now, version: post.version + 1 }
    results.set(post.id, { post: after, rows })
  }
  await noteStatuses(tx, notes, now)
  await emit(tx, ...events)
  return results
}

const targetIn = (said: Said) =>
  'id' in said
    ? { targetId: said.id, network: said.network, ...(said.accountId ? { accountId: said.accountId } : {}) }
    : {}

/** Summarizes a post for its events. Pending targets are still drafts, so they are left out, as are cancelled ones. */
function standingOf(status: PostStatus, all: readonly TargetRow[]): PostStanding {
  const rows = all.filter((row) => row.status !== 'pending' && row.status !== 'cancelled')
  return {
    status,
    published: rows.filter((row) => row.status === 'published').length,
    failed: rows.filter((row) => row.status === 'failed').length,
    total: rows.length,
    platforms: rows.map((row) => ({
      network: row.network,
      accountId: row.accountId,
      status: row.status,
      platformPostId: row.remoteId,
      platformUrl: row.url,
      error: row.error,
    })),
  }
}

const rowsOfPosts = (tx: Tx, posts: readonly PostRow[]): Promise<Map<PostId, TargetRow[]>> =>
  targetsOf(
    tx,
    posts.map(({ id }) => id),
  )

/** Returns the event that ends a round, once for each round, when no target is active or unknown. */
function endOf(
  post: PostRow,
  status: PostStatus,
  rows: readonly TargetRow[],
): 'post.published' | 'post.partial' | 'post.failed' | null {
  if (post.toldRound >= post.round) return null
  const counted = rows.filter((row) => row.status !== 'pending' && row.status !== 'cancelled')
  if (!counted.some((row) => row.round === post.round)) return null
  if (counted.some((row) => isActive(row.status) || row.status === 'unknown')) return null
  return status === 'published' || status === 'partial' || status === 'failed' ? `post.${status}` : null
}

const earliest = (rows: readonly TargetRow[]): Date | null =>
  rows.reduce<Date | null>(
    (first, { publishedAt }) => (publishedAt && (first === null || publishedAt < first) ? publishedAt : first),
    null,
  )

const saidOf = { published: 'post.published', failed: 'post.failed', unknown: 'post.needs_attention' } as const

/** Answers the engine as the owner of its targets. */
export const createTargetOwner = (deps: RollUpDeps): TargetOwner<readonly PostRow[]> => ({
  lock: lockPostsOfTargets,
  async changed(tx, changes, locked) {
    const targetIds = changes.map(({ targetId }) => targetId)
    const posts = locked ?? (await lockPostsOfTargets(tx, targetIds))
    // A further target that begins does not change a post that is already publishing.
    if (changes.every(begins) && posts.every(({ status }) => status === 'publishing')) return
    const rowsByPost = await rowsOfPosts(tx, posts)
    let isMoved = false
    const rows = new Map([...rowsByPost.values()].flat().map((row) => [row.id as string, row]))
    const said = new Map<PostId, Said[]>()
    for (const { targetId, publicationId, from, to } of changes) {
      const row = rows.get(targetId)
      if (!row) continue
      if (row.publicationId !== publicationId) {
        // An earlier publication turns out to be out while its retry waits: the one that is out counts.
        if (to !== 'published' || (await cancel(tx, [targetId])).inFlight.length > 0) continue
        await pointTo(tx, targetId, publicationId)
        isMoved = true
      }
      const type = from === to ? null : to in saidOf ? saidOf[to as keyof typeof saidOf] : null
      if (type === null) continue
      const list = said.get(row.postId) ?? []
      said.set(row.postId, list)
      list.push({ type, id: row.id, network: row.network, accountId: row.accountId })
    }
    await rollUp(deps, tx, posts, said, isMoved ? undefined : rowsByPost)
  },
})

const begins = ({ from, to }: Change): boolean => from === 'queued' && to === 'publishing'
