import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { type Fault, refuse, refuseInput } from '#kernel/errors.ts'
import { type PostId, type PostTargetId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { goNow, resolve } from '#modules/publishing/index.ts'
import { platformIdOf, readPlatform } from '#rules/network-names.ts'
import type { PostDeps } from '../deps.ts'
import { armPost } from '../dispatch/arm-post.ts'
import { enqueuePost } from '../dispatch/enqueue-posts.ts'
import { type RolledUp, rollUp, type TargetEvent } from '../outcomes/roll-up.ts'
import { postFor, requireMayPublish, requireMove } from '../post-for.ts'
import { listPlatforms, type PresentedPost, presentPost } from '../reading/present.ts'
import type { RetryInput } from '../schema/requests.ts'
import { lockPost, type PostRow } from '../store/posts.ts'
import { listTargets, type TargetRow } from '../store/targets.ts'

/** Sends failed targets again, and makes those that wait for their next try due now. */
export function retryPost(
  deps: PostDeps,
  caller: Caller,
  id: PostId,
  input: RetryInput,
  only: PostTargetId | null = null,
): Promise<PresentedPost> {
  requireMayPublish(caller)
  return inTx(deps.db, async (tx) => {
    const seen = await postFor(deps, tx, caller, id, 'publish')
    const all = await listTargets(tx, id)
    if (only && !all.some((target) => target.id === only)) refuse('post_target_not_found')
    const picked = only ? all.filter((target) => target.id === only) : pickTargets(all, input.platforms)
    requireMove('retry', seen)
    // A retry applies to what can be retried, and a resolution to what is unknown, however many targets are listed.
    const meant = picked.filter(input.resolve ? isUnknown : mayGoAgain)
    await writeAudit(tx, {
      at: deps.clock.now(),
      caller,
      ownerUid: seen.ownerUid,
      action: input.resolve ? 'post.resolved' : 'post.retried',
      subject: toWire('post', id),
      changes: {
        platforms: { from: null, to: listPlatforms(meant) },
        ...(input.resolve ? { resolve: { from: null, to: input.resolve } } : {}),
      },
    })
    if (input.resolve) await resolveUnknown(deps, tx, seen, picked, input)
    const { post, targets } =
      input.resolve === 'published'
        ? (await rollUp(deps, tx, [await lockPost(tx, id)]))[0]
        : await sendAgain(deps, tx, seen, input.resolve ? meant : picked, input.resolve !== undefined)
    return presentPost(post, targets)
  })
}

const isRetryable = (target: TargetRow): boolean =>
  target.status === 'failed' ||
  (target.status === 'published' && target.errorCode === 'thread_incomplete' && target.retryable)

const isUnknown = ({ status }: TargetRow): boolean => status === 'unknown'
const waits = ({ status, nextAttemptAt }: TargetRow): boolean => status === 'queued' && nextAttemptAt !== null
const mayGoAgain = (target: TargetRow): boolean => isRetryable(target) || waits(target)

async function sendAgain(
  deps: PostDeps,
  tx: Tx,
  seen: PostRow,
  picked: readonly TargetRow[],
  isResolved: boolean,
): Promise<RolledUp> {
  const ids = new Set(picked.map((target) => target.id))
  const post = await lockPost(tx, seen.id)
  const targets = (await listTargets(tx, seen.id)).filter((target) => ids.has(target.id))
  const failed = targets.filter(isRetryable)
  const waiting = targets.filter(waits).flatMap(({ publicationId }) => publicationId ?? [])
  const moved = waiting.length > 0 ? await goNow(tx, waiting) : []
  if (failed.length === 0 && moved.length === 0) {
    if (!isResolved && targets.some(isUnknown)) {
      const detail = 'Check the network, then send `resolve`: "published" if the post is there, "retry" if it is not.'
      refuse('outcome_unknown', { detail })
    }
    refuse('nothing_to_retry')
  }
  if (failed.length === 0) return (await rollUp(deps, tx, [post]))[0]
  const again = new Set(failed.map((target) => target.id))
  // The author has already accepted the warnings, or the post would not have been sent before.
  const options = { confirmed: true, only: (target: TargetRow) => again.has(target.id), guard: { days: 0 } } as const
  const armed = await armPost(deps, tx, post, options)
  return enqueuePost(deps, tx, armed, { startsAt: null })
}

/** Resolves unknown targets after a user has checked the network. The first resolution counts. */
async function resolveUnknown(
  deps: PostDeps,
  tx: Tx,
  post: PostRow,
  picked: readonly TargetRow[],
  { resolve: as, platformUrl, platformPostId }: RetryInput,
): Promise<void> {
  const unknown = picked.filter(isUnknown)
  if (unknown.length === 0) refuse('nothing_to_retry', { detail: 'None of these targets is unknown.' })
  if (unknown.length > 1 && (platformUrl !== undefined || platformPostId !== undefined)) {
    refuseInput({
      path: '/platforms',
      code: 'target_ambiguous',
      message: 'Several targets are unknown. Specify the one you found.',
    })
  }
  const found = { remoteId: platformPostId ?? null, url: platformUrl ?? null }
  const eventsToEmit: TargetEvent[] = []
  for (const target of unknown) {
    if (target.publicationId === null) continue
    const resolved = await resolve(deps, tx, target.publicationId, as === 'published' ? 'published' : 'absent', found)
    switch (resolved.outcome) {
      case 'resolved':
        if (resolved.change.to === 'published') eventsToEmit.push({ ...target, type: 'post.published' })
        break
      case 'belongs_to_another':
        refuseInput({
          path: '/platformPostId',
          code: 'belongs_to_another',
          message: 'This ID belongs to another of your posts. Look up the ID of this post on the network.',
        })
        break
      case 'not_unknown':
        break
      default:
        resolved satisfies never
    }
  }
  if (eventsToEmit.length > 0)
    await rollUp(deps, tx, [await lockPost(tx, post.id)], { eventsToEmit: new Map([[post.id, eventsToEmit]]) })
}

/**
 * Picks a post's targets by name: a platform, `<platform>:<accountId>`, or a target ID. Without names, those whose own
 * time has not come are left out: only a request that names them publishes them early.
 */
function pickTargets(rows: readonly TargetRow[], names: readonly string[] | undefined): readonly TargetRow[] {
  if (names === undefined) return rows.filter(({ isAhead }) => !isAhead)
  const faults: Fault[] = []
  const picked = new Set<TargetRow>()
  names.forEach((name, index) => {
    const named = rows.filter((row) => isNamed(row, name))
    for (const row of named) picked.add(row)
    if (named.length === 0)
      faults.push({
        path: `/platforms/${index}`,
        code: 'target_unknown',
        message: `"${name}" is not a target of this post. Its targets are: ${rows.map(({ network }) => platformIdOf(network)).join(', ') || 'none'}.`,
      })
  })
  if (faults.length > 0)
    refuse('validation_failed', { errors: faults, detail: faults.map(({ message }) => message).join(' ') })
  return rows.filter((row) => picked.has(row))
}

function isNamed({ id, network, accountId }: TargetRow, name: string): boolean {
  if (name === toWire('tgt', id)) return true
  const [word = '', account] = name.split(':')
  if (readPlatform(word) !== network) return false
  return account === undefined || (accountId !== null && toWire('acc', accountId) === account)
}
