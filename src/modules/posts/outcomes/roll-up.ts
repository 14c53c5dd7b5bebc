import type { Tx } from '#infra/db/client.ts'
import type { DomainEvent } from '#kernel/events.ts'
import { type PostId, toWire } from '#kernel/ids.ts'
import { type AuditEntry, writeAudits } from '#modules/audit/index.ts'
import { platformIdOf } from '#rules/network-names.ts'
import type { PostDeps } from '../deps.ts'
import type { PostRow } from '../store/posts.ts'
import { noteStatuses, type StatusNote } from '../store/statuses.ts'
import { listTargetsOfPosts, type TargetRow, type TargetsByPost } from '../store/targets.ts'
import { deriveOutcome, type RoundChange, type TargetEvent } from './derive-outcome.ts'

export type RollUpDeps = Pick<PostDeps, 'clock' | 'emit'>

interface RollUpOptions {
  /** Columns that each of the posts gets with its status. */
  readonly change?: (post: PostRow) => RoundChange
  /** Events about targets, by post. */
  readonly eventsToEmit?: ReadonlyMap<PostId, readonly TargetEvent[]>
  /** The targets, if they have just been read. */
  readonly targets?: TargetsByPost
}

/** A post and its targets in their current state. */
export interface RolledUp {
  readonly post: PostRow
  readonly targets: readonly TargetRow[]
}

/**
 * Derives the status of each post from its targets, stores it, and emits the resulting events, in the transaction that
 * changed a target. The caller has locked the posts, so that two targets that end at the same time cannot both miss
 * that they were the last.
 */
export async function rollUp(
  { clock, emit }: RollUpDeps,
  tx: Tx,
  posts: readonly PostRow[],
  { change, eventsToEmit, targets: known }: RollUpOptions = {},
): Promise<RolledUp[]> {
  const targetsByPost = known ?? (await listTargetsOfPosts(tx, posts))
  const now = clock.now()
  const notes: StatusNote[] = []
  const events: DomainEvent[] = []
  const results: RolledUp[] = []
  const ended: RolledUp[] = []
  for (const before of posts) {
    const targets = targetsByPost.get(before.id) ?? []
    const outcome = deriveOutcome(before, targets, {
      change: change?.(before),
      eventsToEmit: eventsToEmit?.get(before.id),
      now,
    })
    if (outcome.note) notes.push(outcome.note)
    events.push(...outcome.events)
    if (outcome.isEnd) ended.push({ post: outcome.post, targets })
    results.push({ post: outcome.post, targets })
  }
  await noteStatuses(tx, notes, now)
  await emit(tx, ...events)
  await writeAudits(
    tx,
    ended.map((one) => auditOutcome(one, now)),
  )
  return results
}

/** Returns the audit entry about the outcome of a round. Its author sees it next to the changes that led to it. */
function auditOutcome({ post, targets }: RolledUp, now: Date): AuditEntry {
  const outcomes = targets.filter(({ round }) => round === post.round)
  return {
    at: now,
    caller: null,
    ownerUid: post.ownerUid,
    action: `post.${post.status}`,
    subject: toWire('post', post.id),
    changes: {
      status: { from: null, to: post.status },
      platforms: {
        from: null,
        to: outcomes.map(({ network, status, errorCode }) => ({ platform: platformIdOf(network), status, errorCode })),
      },
    },
  }
}

/** Rolls up one post. */
export async function rollUpPost(
  deps: RollUpDeps,
  tx: Tx,
  post: PostRow,
  options: RollUpOptions = {},
): Promise<RolledUp> {
  const [result] = await rollUp(deps, tx, [post], options)
  if (!result) throw new Error('one post has one result')
  return result
}
