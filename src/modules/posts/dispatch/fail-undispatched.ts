import type { Tx } from '#infra/db/client.ts'
import { type PostId, toWire } from '#kernel/ids.ts'
import { raiseAlert } from '#modules/alerts/index.ts'
import type { TargetEvent } from '../outcomes/derive-outcome.ts'
import { type RollUpDeps, rollUpPost } from '../outcomes/roll-up.ts'
import { lockDue } from '../store/due.ts'
import { listPostsByIds } from '../store/posts.ts'
import { listTargets, noteRefused } from '../store/targets.ts'

const refusal = {
  code: 'internal',
  error:
    'Posthorn could not prepare this post for publishing. Edit the post and press retry, or contact your ' +
    'server administrator.',
}

/** Fails a post that cannot be handed to the engine, and alerts the server administrators. */
export async function failUndispatched(deps: RollUpDeps, tx: Tx, id: PostId): Promise<void> {
  const [post] = await listPostsByIds(tx, await lockDue(tx, { most: 1, among: [id] }))
  if (!post) return
  const targets = (await listTargets(tx, id)).filter(({ status }) => status !== 'published')
  const round = post.round + 1
  await noteRefused(
    tx,
    targets.map((target) => ({ id: target.id, refusal, round })),
  )
  await raiseAlert(tx, {
    at: deps.clock.now(),
    kind: 'post_not_dispatched',
    severity: 'critical',
    subject: toWire('post', id),
    message: 'A scheduled post failed because it could not be prepared for publishing. See the log for the cause.',
  })
  const events: TargetEvent[] = targets.map((target) => ({ ...target, type: 'post.failed' }))
  await rollUpPost(deps, tx, post, {
    change: () => ({ round, intent: 'draft', saveAsDraft: false }),
    eventsToEmit: new Map([[id, events]]),
  })
}
