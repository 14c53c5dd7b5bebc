import type { Tx } from '#infra/db/client.ts'
import { laterOf } from '#kernel/clock.ts'
import type { PostId, PostTargetId, ProfileId } from '#kernel/ids.ts'
import { omitUndefined } from '#kernel/omit-undefined.ts'
import { enqueue, type NewTarget } from '#modules/publishing/index.ts'
import { holdUnapproved } from '../approvals/gate.ts'
import type { CheckedTarget } from '../check/check-draft.ts'
import type { PostDeps } from '../deps.ts'
import type { DraftTarget } from '../draft/draft.ts'
import type { StoredTarget } from '../draft/load-posts.ts'
import { computeLatestTime, timeOfTarget } from '../draft/times.ts'
import { type RolledUp, type RollUpDeps, type RoundChange, rollUp, type TargetEvent } from '../outcomes/roll-up.ts'
import type { PostRow } from '../store/posts.ts'
import { type NewTargetRow, noteEnqueued, noteRefused, type RefusedTarget, type TargetRow } from '../store/targets.ts'
import { holdSurplus } from './hold-surplus.ts'

export type EnqueueDeps = RollUpDeps & Pick<PostDeps, 'connectors' | 'config'>

interface PostToEnqueue {
  readonly post: PostRow
  /** All targets of the post. */
  readonly targets: readonly TargetRow[]
  /** The targets to publish, with what their check composed. */
  readonly checked: readonly CheckedTarget<StoredTarget>[]
  /** Returns the time of a target. */
  readonly timeOf: (target: StoredTarget) => Date
  /** True if a user requests it now, so that a latest time that has passed does not count. */
  readonly isNow: boolean
}

/**
 * Freezes targets and hands them to the engine, with the same number of statements for any number of posts. A target
 * with an error fails, and the others continue. The caller has locked the posts.
 */
export async function enqueuePosts(
  deps: EnqueueDeps,
  tx: Tx,
  requested: readonly PostToEnqueue[],
): Promise<RolledUp[]> {
  const accepted: {
    readonly id: PostTargetId
    readonly postId: PostId
    readonly profileId: ProfileId
    readonly target: NewTarget
    readonly round: number
  }[] = []
  const refused: RefusedTarget[] = []
  const eventsToEmit = new Map<PostId, TargetEvent[]>()
  for (const { post, checked, timeOf, isNow } of requested) {
    const round = post.round + 1
    const events: TargetEvent[] = []
    for (const one of checked) {
      const problem = findProblem(one)
      const { target } = one
      if (problem) {
        refused.push({ id: target.id, refusal: problem, round })
        events.push({ ...target, type: 'post.failed' })
      } else {
        const dueAt = timeOf(target)
        const latestAt = computeLatestTime(deps, post, dueAt, isNow)
        const resumeFrom = (target.status === 'cancelled' ? null : target.publicationId) ?? undefined
        const frozen = freeze(one, target, { dueAt, latestAt, resumeFrom })
        accepted.push({ id: target.id, postId: post.id, profileId: post.profileId, target: frozen, round })
      }
    }
    if (events.length < checked.length) events.unshift({ type: 'post.queued' })
    eventsToEmit.set(post.id, events)
  }
  const publicationIds = await enqueue(
    deps,
    tx,
    accepted.map(({ target }) => target),
  )
  await holdUnapproved(tx, accepted, publicationIds)
  await holdSurplus(tx, accepted, publicationIds)
  const enqueued = accepted.flatMap(({ id, round }) => {
    const publicationId = publicationIds.get(id)
    return publicationId ? [{ id, publicationId, round }] : []
  })
  const noted = [...(await noteEnqueued(tx, enqueued)), ...(await noteRefused(tx, refused))]
  const after = new Map(noted.map((target) => [target.id, target]))
  const targets = new Map(
    requested.map((one) => [one.post.id, one.targets.map((target) => after.get(target.id) ?? target)]),
  )
  const posts = requested.map(({ post }) => post)
  return rollUp(deps, tx, posts, { change: beginRound, eventsToEmit, targets })
}

interface EnqueueOptions {
  readonly isToGo?: (target: TargetRow) => boolean
  /** When the post begins. A target with a delay follows it. If null, all targets are published now. */
  readonly startsAt: Date | null
}

/** Enqueues those targets of an armed post that are to be published now, or after their delay. */
export async function enqueuePost(
  deps: EnqueueDeps,
  tx: Tx,
  { post, targets, checked }: Pick<PostToEnqueue, 'post' | 'targets' | 'checked'>,
  { isToGo = () => true, startsAt }: EnqueueOptions,
): Promise<RolledUp> {
  const now = deps.clock.now()
  const toGo = checked.filter(({ target }) => isToGo(target))
  const timeOf = (target: StoredTarget): Date => (startsAt ? laterOf(timeOfTarget(startsAt, target), now) : now)
  const requested = { post, targets, checked: toGo, timeOf, isNow: true }
  const [result] = await enqueuePosts(deps, tx, [requested])
  if (!result) throw new Error('one post has one result')
  return result
}

/** Begins another round. If everything in it is withdrawn, the post becomes a draft that can be scheduled again. */
export const beginRound = (post: PostRow): RoundChange => ({
  round: post.round + 1,
  intent: 'draft',
  saveAsDraft: false,
})

/**
 * Returns the reason why a target cannot be enqueued. A disconnected account may come back, so the publication waits
 * for it.
 */
function findProblem({ errors, outgoing, target: { account } }: CheckedTarget) {
  const [error] = account ? errors.filter(({ code }) => code !== 'account_not_connected') : errors
  if (!error && outgoing && account) return null
  return { code: error?.code ?? 'account_not_connected', error: error?.message ?? '' }
}

interface Freezing {
  readonly dueAt: Date
  readonly latestAt: Date
  readonly resumeFrom?: string | undefined
}

/** Copies what a target sends, for the engine. */
export function freeze(
  { target: { account, network }, outgoing, planned }: CheckedTarget<DraftTarget>,
  { id, ownerUid }: Pick<NewTargetRow, 'id' | 'ownerUid'>,
  { dueAt, latestAt, resumeFrom }: Freezing,
): NewTarget {
  if (!account || !outgoing) throw new Error('a published target has an account')
  return {
    targetId: id,
    ownerUid,
    accountId: account.id,
    remoteAccountId: account.remoteAccountId,
    network,
    snapshot: outgoing,
    dueAt,
    latestAt,
    ...omitUndefined({ plan: planned ?? undefined, resumeFrom }),
  }
}
