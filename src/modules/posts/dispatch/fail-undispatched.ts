import type { Tx } from '#infra/db/client.ts'
import { type PostId, toWire } from '#kernel/ids.ts'
import { raiseAlert } from '#modules/alerts/index.ts'
import { type RollUpDeps, rollUp, type Said } from '../outcomes/roll-up.ts'
import { lockDue } from '../store/due.ts'
import { postsByIds } from '../store/posts.ts'
import { beginRounds } from '../store/statuses.ts'
import { noteRefused, targetsOf } from '../store/targets.ts'

const refusal = {
  code: 'internal',
  error:
    'Posthorn could not prepare this post for publishing. Edit the post and press retry, or tell whoever runs this installation.',
}

/** Fails a post that cannot be handed to the engine, and alerts the operators. */
export async function failUndispatched(deps: RollUpDeps, tx: Tx, id: PostId): Promise<void> {
  const [post] = await postsByIds(tx, await lockDue(tx, { most: 1, among: [id] }))
  if (!post) return
  const rows = ((await targetsOf(tx, [id])).get(id) ?? []).filter(({ status }) => status !== 'published')
  const round = post.round + 1
  await noteRefused(
    tx,
    rows.map((row) => ({ id: row.id, refusal, round })),
  )
  await beginRounds(tx, [id])
  await raiseAlert(tx, {
    at: deps.clock.now(),
    kind: 'post_not_dispatched',
    severity: 'critical',
    subject: toWire('post', id),
    message: 'A scheduled post could not be prepared for publishing, so it has failed. The log has the cause.',
  })
  const said: Said[] = rows.map((row) => ({ ...row, type: 'post.failed' }))
  const begun = { ...post, round, intent: 'draft' as const, saveAsDraft: false }
  await rollUp(deps, tx, [begun], new Map([[id, said]]))
}
