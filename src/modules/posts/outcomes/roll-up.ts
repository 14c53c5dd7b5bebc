import type { Tx } from '#infra/db/client.ts'
import { type Each, eachOf } from '#kernel/each.ts'
import type { DomainEvent, PostStanding } from '#kernel/events.ts'
import { type PostId, toWire } from '#kernel/ids.ts'
import { type AuditEntry, writeAudits } from '#modules/audit/index.ts'
import { platformIdOf } from '#rules/network-names.ts'
import type { PostDeps } from '../deps.ts'
import { deriveStatus, isActive, type PostStatus } from '../state.ts'
import { noteStatuses, type PostRow, type StatusNote } from '../store/posts.ts'
import { listTargetsOfPosts, type TargetRow, type TargetsByPost } from '../store/targets.ts'

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
 * changed a target. The caller has locked the posts, so two targets that end at the same time cannot both fail to
 * notice that they were the last.
 */
export async function rollUp<const Posts extends readonly PostRow[]>(
  { clock, emit }: RollUpDeps,
  tx: Tx,
  posts: Posts,
  { change, eventsToEmit, targets: known }: RollUpOptions = {},
): Promise<Each<Posts, RolledUp>> {
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
  return eachOf(posts, results)
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

/** An event to emit about a target, or about enqueuing some targets of the post. */
export type TargetEvent =
  | { readonly type: 'post.queued' }
  | (Pick<TargetRow, 'id' | 'network' | 'accountId'> & {
      readonly type: 'post.published' | 'post.failed' | 'post.needs_attention' | 'post.removed'
    })

/** Columns that an action sets together with the status. */
export type RoundChange = Partial<Pick<PostRow, 'intent' | 'saveAsDraft' | 'round'>>

interface Outcome {
  /** The post after its change. */
  readonly post: PostRow
  /** The columns to store. Null if nothing has changed. */
  readonly note: StatusNote | null
  readonly events: readonly DomainEvent[]
  /** True if all targets of the round have ended. */
  readonly isEnd: boolean
}

/** Derives the status of a post from its targets, and the events that follow. Pure. */
function deriveOutcome(
  before: PostRow,
  targets: readonly TargetRow[],
  {
    change = {},
    eventsToEmit = [],
    now,
  }: { change?: RoundChange | undefined; eventsToEmit?: readonly TargetEvent[] | undefined; now: Date },
): Outcome {
  const post = { ...before, ...change }
  const { id, ownerUid, profileId, intent, saveAsDraft, round } = post
  const facts = targets.map((row) => ({
    status: row.status,
    tried: row.round === round && row.attempts > 0,
    whole: row.errorCode !== 'thread_incomplete',
  }))
  const status = deriveStatus(facts, intent)
  const end = findRoundEnd(post, status, targets)
  const about = { ownerUid, profileId, postId: id, round, standing: summarizeTargets(status, targets) }
  const events: DomainEvent[] = eventsToEmit.map((event) => ({ type: event.type, ...about, ...describeTarget(event) }))
  if (end) events.push({ type: end, ...about })

  const publishedAt = findFirstPublishedAt(targets)
  const isSame = status === before.status && !end && publishedAt?.getTime() === before.publishedAt?.getTime()
  const isChanged = intent !== before.intent || saveAsDraft !== before.saveAsDraft || round !== before.round
  if (isSame && !isChanged) return { post, note: null, events, isEnd: end !== null }
  const statusSince = status === before.status ? before.statusSince : now
  const toldRound = end ? round : before.toldRound
  const note = { id, intent, saveAsDraft, round, status, statusSince, publishedAt, toldRound }
  return { post: { ...post, ...note, updatedAt: now, version: before.version + 1 }, note, events, isEnd: end !== null }
}

const describeTarget = (event: TargetEvent) =>
  'id' in event
    ? { targetId: event.id, network: event.network, ...(event.accountId ? { accountId: event.accountId } : {}) }
    : {}

/** Leaves out pending targets, which are still drafts, and cancelled ones. */
const withoutDrafts = (targets: readonly TargetRow[]): readonly TargetRow[] =>
  targets.filter(({ status }) => status !== 'pending' && status !== 'cancelled')

/** Summarizes a post for its events. */
function summarizeTargets(status: PostStatus, targets: readonly TargetRow[]): PostStanding {
  const counted = withoutDrafts(targets)
  return {
    status,
    published: counted.filter((row) => row.status === 'published').length,
    failed: counted.filter((row) => row.status === 'failed').length,
    total: counted.length,
    platforms: counted.map((row) => ({
      network: row.network,
      accountId: row.accountId,
      status: row.status,
      platformPostId: row.remoteId,
      platformUrl: row.url,
      error: row.error,
      errorCode: row.errorCode,
      retryable: row.retryable,
    })),
  }
}

/** Returns the event that ends a round, once for each round, when no target is active or unknown. */
function findRoundEnd(
  { round, toldRound }: PostRow,
  status: PostStatus,
  targets: readonly TargetRow[],
): 'post.published' | 'post.partial' | 'post.failed' | null {
  if (toldRound >= round) return null
  const counted = withoutDrafts(targets)
  if (!counted.some((row) => row.round === round)) return null
  if (counted.some((row) => isActive(row.status) || row.status === 'unknown')) return null
  return status === 'published' || status === 'partial' || status === 'failed' ? `post.${status}` : null
}

const findFirstPublishedAt = (targets: readonly TargetRow[]): Date | null =>
  targets.reduce<Date | null>(
    (first, { publishedAt }) => (publishedAt && (first === null || publishedAt < first) ? publishedAt : first),
    null,
  )
