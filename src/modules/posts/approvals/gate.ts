import type { Tx } from '#infra/db/client.ts'
import type { PostId, ProfileId } from '#kernel/ids.ts'
import type { NewTarget } from '#modules/publishing/index.ts'
import { holdForApproval } from '#modules/publishing/index.ts'
import { digestContent } from './digest.ts'
import { isApproved } from './rule.ts'
import { listDecisions, readRules } from './store.ts'

interface Enqueued {
  readonly postId: PostId
  readonly profileId: ProfileId
  readonly target: Pick<NewTarget, 'targetId' | 'network' | 'snapshot'>
}

/**
 * Holds those of these new publications that have not been approved as they are. The digest is computed from the very
 * snapshot that would be sent, in the transaction that enqueues it, so no edit can slip in between.
 */
export async function holdUnapproved(
  tx: Tx,
  enqueued: readonly Enqueued[],
  publicationIds: ReadonlyMap<string, string>,
): Promise<void> {
  if (enqueued.length === 0) return
  const rules = await readRules(
    tx,
    enqueued.map(({ profileId }) => profileId),
  )
  const bound = enqueued.filter(({ profileId }) => rules.has(profileId))
  if (bound.length === 0) return
  const decisions = Map.groupBy(
    await listDecisions(
      tx,
      bound.map(({ postId }) => postId),
    ),
    ({ postId }) => postId,
  )
  const held = bound.flatMap(({ postId, profileId, target }) => {
    const rule = rules.get(profileId)
    const id = publicationIds.get(target.targetId)
    const digest = digestContent(target.network, target.snapshot)
    return rule && id && !isApproved(rule, digest, decisions.get(postId) ?? []) ? [id] : []
  })
  await holdForApproval(tx, held)
}
