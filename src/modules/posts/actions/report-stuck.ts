import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { before } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { type PostId, toWire } from '#kernel/ids.ts'
import { openTicket, raiseAlert } from '#modules/alerts/index.ts'
import type { Wait } from '#modules/publishing/index.ts'
import type { PostDeps } from '../deps.ts'
import { postFor, requireMove } from '../post-for.ts'
import { listWaits } from '../reading/present.ts'
import { isActive, stuckAfterMs } from '../state.ts'
import { listTargets, type TargetRow } from '../store/targets.ts'

/** Alerts the server administrators to a stuck post, once, with what is known about it. Nothing else changes. */
export function reportStuck(deps: Pick<PostDeps, 'db' | 'clock'>, caller: Caller, id: PostId): Promise<{ ok: true }> {
  return inTx(deps.db, async (tx) => {
    const post = await postFor(deps, tx, caller, id, 'publish')
    requireMove('reportStuck', post)
    const at = deps.clock.now()
    if (post.statusSince > before(at, stuckAfterMs)) {
      refuse('post_not_stuck', {
        detail: `The post has been ${post.status} since ${post.statusSince.toISOString()}. It counts as stuck after 5 minutes.`,
      })
    }
    const rows = (await listTargets(tx, id)).filter(({ status }) => isActive(status))
    if (rows.every(({ isAhead }) => isAhead))
      refuse('post_not_stuck', { detail: 'The rest of the post waits for its own time.' })
    const subject = toWire('post', id)
    const message = `The post ${subject} has been ${post.status} since ${post.statusSince.toISOString()}.`
    const about = { at, kind: 'post_stuck', subject } as const
    const waits = await listWaits(tx, rows)
    const lines = rows.map((row) => describeTarget(row, waits.get(row.publicationId ?? '')))
    const ticket = await openTicket(tx, {
      ...about,
      message: [message, ...lines].join('\n'),
      ownerUid: post.ownerUid,
      reporterUid: caller.uid,
    })
    if (ticket) await raiseAlert(tx, { ...about, message, severity: 'warning' })
    return { ok: true }
  })
}

/** Describes the state of a target and what it waits for, so that an administrator need not look it up. */
function describeTarget({ network, status, attempts, error }: TargetRow, wait: Wait | undefined): string {
  const tried = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`
  const until = wait?.until ? ` Until ${wait.until.toISOString()}.` : ''
  const facts = [wait && `${wait.detail}${until}`, error].filter(Boolean).join(' ')
  return `${network}: ${status}, ${tried}.${facts === '' ? '' : ` ${facts}`}`
}
