import type { Tx } from '#infra/db/client.ts'
import type { PostId } from '#kernel/ids.ts'
import { rollUp } from '../outcomes/roll-up.ts'
import { makeDrafts } from '../store/account-posts.ts'
import { fillAccounts } from '../store/fill-accounts.ts'
import type { PostRow } from '../store/posts.ts'
import { type TargetRow, targetsOf } from '../store/targets.ts'
import { type EnqueueDeps, enqueueTargets } from './enqueue-targets.ts'

/** Hands posts whose time has come to the engine. The caller has locked them. */
export async function handOver(deps: EnqueueDeps, tx: Tx, posts: readonly PostRow[]): Promise<void> {
  const rows = await targetsToGo(
    tx,
    posts.map(({ id }) => id),
  )
  const asked = posts.map((post) => ({
    post,
    rows: (rows.get(post.id) ?? []).filter(({ status }) => status !== 'published'),
    dueAt: post.scheduledAt ?? deps.clock.now(),
    isNow: false,
  }))
  await enqueueTargets(
    deps,
    tx,
    asked.filter((one) => one.rows.length > 0),
  )
  // A post without a target left becomes a draft.
  const empty = asked.filter((one) => one.rows.length === 0).map(({ post }) => ({ ...post, intent: 'draft' as const }))
  if (empty.length === 0) return
  await makeDrafts(
    tx,
    empty.map(({ id }) => id),
  )
  await rollUp(deps, tx, empty)
}

async function targetsToGo(tx: Tx, ids: readonly PostId[]): Promise<Map<PostId, TargetRow[]>> {
  const rows = await targetsOf(tx, ids)
  const isNamed = [...rows.values()].every((ofPost) => ofPost.every(({ accountId }) => accountId !== null))
  if (isNamed) return rows
  await fillAccounts(tx, ids)
  return targetsOf(tx, ids)
}
