import type { DomainEvent, PostStanding } from '#kernel/events.ts'
import { deriveStatus, isActive, type PostStatus } from '../state.ts'
import type { PostRow } from '../store/posts.ts'
import type { StatusNote } from '../store/statuses.ts'
import type { TargetRow } from '../store/targets.ts'

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
export function deriveOutcome(
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
