import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import { type PostId, type PostTargetId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { goNow, resolve } from '#modules/publishing/index.ts'
import { platformIdOf } from '#rules/network-names.ts'
import type { PostDeps } from '../deps.ts'
import { armPost } from '../dispatch/arm-post.ts'
import { enqueueTargets } from '../dispatch/enqueue-targets.ts'
import { nothingFetched } from '../draft/find-media.ts'
import { pickTargets } from '../outcomes/pick-targets.ts'
import { rollUp, type Said } from '../outcomes/roll-up.ts'
import { demandMayPublish, demandMove, type PostAtHand, postFor } from '../post-for.ts'
import { type PresentedPost, presentRolledUp } from '../reading/present.ts'
import type { RetryWish } from '../schema/wishes.ts'
import { lockPosts } from '../store/posts.ts'
import { type TargetRow, targetsOf } from '../store/targets.ts'

/** Sends failed targets again, and makes those that wait for their next try due now. */
export function retryPost(
  deps: PostDeps,
  caller: Caller,
  id: PostId,
  wish: RetryWish,
  only: PostTargetId | null = null,
): Promise<PresentedPost> {
  demandMayPublish(caller)
  return inTx(deps.db, async (tx) => {
    const seen = await postFor(deps, tx, caller, id, 'editor')
    const all = (await targetsOf(tx, [id])).get(id) ?? []
    if (only && !all.some((row) => row.id === only)) refuse('post_target_not_found')
    demandMove('retry', seen)
    const rows = only ? all.filter((row) => row.id === only) : pickTargets(all, wish.platforms)
    await writeAudit(tx, {
      at: deps.clock.now(),
      caller,
      ownerUid: seen.ownerUid,
      action: wish.resolve ? 'post.resolved' : 'post.retried',
      subject: toWire('post', id),
      changes: {
        platforms: { from: null, to: rows.map(({ network }) => platformIdOf(network)) },
        ...(wish.resolve ? { resolve: { from: null, to: wish.resolve } } : {}),
      },
    })
    if (wish.resolve) await resolveUnknown(deps, tx, seen, rows, wish)
    if (wish.resolve === 'published') return presentRolledUp(await rollUp(deps, tx, await lockPosts(tx, [id])), id)
    return sendAgain(deps, tx, seen, rows, wish.resolve !== undefined)
  })
}

const isRetryable = (row: TargetRow): boolean =>
  row.status === 'failed' || (row.status === 'published' && row.errorCode === 'thread_incomplete' && row.retryable)

async function sendAgain(
  deps: PostDeps,
  tx: Tx,
  seen: PostAtHand,
  asked: readonly TargetRow[],
  isResolved: boolean,
): Promise<PresentedPost> {
  const ids = new Set(asked.map((row) => row.id))
  const [post = seen] = await lockPosts(tx, [seen.id])
  const rows = ((await targetsOf(tx, [seen.id])).get(seen.id) ?? []).filter((row) => ids.has(row.id))
  const failed = rows.filter(isRetryable)
  const waiting = rows.flatMap(({ status, publicationId, nextAttemptAt }) =>
    status === 'queued' && publicationId && nextAttemptAt ? [publicationId] : [],
  )
  const moved = waiting.length > 0 ? await goNow(tx, waiting) : []
  if (failed.length === 0 && moved.length === 0) {
    if (!isResolved && rows.some((row) => row.status === 'unknown')) {
      refuse('outcome_unknown', { detail: 'Send `resolve`: "published" when it is there, "retry" to send it again.' })
    }
    refuse('nothing_to_retry')
  }
  if (failed.length === 0) return presentRolledUp(await rollUp(deps, tx, [post]), post.id)
  const again = new Set(failed.map((row) => row.id))
  // The author has accepted the warnings already, or the post would not have been sent before.
  const armed = await armPost(deps, tx, post, nothingFetched, { confirmed: true, only: (row) => again.has(row.id) })
  const toGo = armed.rows.filter((row) => again.has(row.id))
  const results = await enqueueTargets(deps, tx, [
    { post: armed.post, rows: toGo, dueAt: deps.clock.now(), isNow: true },
  ])
  return presentRolledUp(results, post.id)
}

/** Settles unknown targets after a user has looked at the network. The first resolution counts. */
async function resolveUnknown(
  deps: PostDeps,
  tx: Tx,
  post: PostAtHand,
  asked: readonly TargetRow[],
  { resolve: as, platformUrl, platformPostId }: RetryWish,
): Promise<void> {
  const unknown = asked.filter((row) => row.status === 'unknown')
  if (unknown.length === 0) refuse('nothing_to_retry', { detail: 'It is known what became of each of these.' })
  const isOne = unknown.length === 1
  if (!isOne && (platformUrl !== undefined || platformPostId !== undefined)) {
    refuseInput({
      path: '/platforms',
      code: 'target_ambiguous',
      message: 'Several targets are unknown; name the one that was found.',
    })
  }
  const found = { remoteId: platformPostId ?? null, url: platformUrl ?? null }
  const said: Said[] = []
  for (const row of unknown) {
    if (row.publicationId === null) continue
    const resolved = await resolve(deps, tx, row.publicationId, as === 'published' ? 'published' : 'absent', found)
    switch (resolved.outcome) {
      case 'resolved':
        if (resolved.change.to === 'published') said.push({ ...row, type: 'post.published' })
        break
      case 'belongs_to_another':
        refuseInput({
          path: '/platformPostId',
          code: 'belongs_to_another',
          message: 'This is another of your posts. Look again which one it is.',
        })
        break
      case 'not_unknown':
        break
      default:
        resolved satisfies never
    }
  }
  if (said.length > 0) await rollUp(deps, tx, await lockPosts(tx, [post.id]), new Map([[post.id, said]]))
}
