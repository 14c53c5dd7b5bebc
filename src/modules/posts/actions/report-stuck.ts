import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { before } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { type PostId, toWire } from '#kernel/ids.ts'
import { openTicket, raiseAlert } from '#modules/alerts/index.ts'
import type { PostDeps } from '../deps.ts'
import { postFor, requireMove } from '../post-for.ts'
import { stuckAfterMs } from '../state.ts'

/** Tells the operators about a stuck post, once. Nothing else changes. */
export function reportStuck(deps: Pick<PostDeps, 'db' | 'clock'>, caller: Caller, id: PostId): Promise<{ ok: true }> {
  return inTx(deps.db, async (tx) => {
    const post = await postFor(deps, tx, caller, id, 'editor')
    requireMove('reportStuck', post)
    const at = deps.clock.now()
    if (post.statusSince > before(at, stuckAfterMs)) {
      refuse('post_not_stuck', {
        detail: `The post has been ${post.status} since ${post.statusSince.toISOString()}. It counts as stuck after 5 minutes.`,
      })
    }
    const subject = toWire('post', id)
    const message = `The post ${subject} has been ${post.status} since ${post.statusSince.toISOString()}.`
    const about = { at, kind: 'post_stuck', subject, message } as const
    const ticket = await openTicket(tx, { ...about, ownerUid: post.ownerUid, reporterUid: caller.uid })
    if (ticket) await raiseAlert(tx, { ...about, severity: 'warning' })
    return { ok: true }
  })
}
