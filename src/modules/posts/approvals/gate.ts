import type { Tx } from '#infra/db/client.ts'
import type { PostId, ProfileId } from '#kernel/ids.ts'
import { holdForApproval, letApprovedGo, listHeldForApproval, type NewTarget } from '#modules/publishing/index.ts'
import { type RolledUp, type RollUpDeps, rollUp } from '../outcomes/roll-up.ts'
import { lockPosts, type PostRow } from '../store/posts.ts'
import { listTargets } from '../store/targets.ts'
import { digestContent } from './digest.ts'
import { isApproved } from './rule.ts'
import { listDecisions, listWaitingPosts, readRules } from './store.ts'

interface Content {
  readonly postId: PostId
  readonly profileId: ProfileId
  readonly target: Pick<NewTarget, 'network' | 'snapshot'>
}

interface Enqueued extends Content {
  readonly target: Content['target'] & Pick<NewTarget, 'targetId'>
}

/**
 * Holds those of these new publications that have not been approved as they are. The digest is computed from the same
 * snapshot that would be sent, in the transaction that enqueues it, so no edit can happen in between.
 */
export async function holdUnapproved(
  tx: Tx,
  enqueued: readonly Enqueued[],
  publicationIds: ReadonlyMap<string, string>,
): Promise<void> {
  const unapproved = await listUnapproved(tx, enqueued)
  await holdForApproval(
    tx,
    unapproved.flatMap(({ target }) => publicationIds.get(target.targetId) ?? []),
  )
}

/** Returns what has not been approved as it is. */
export async function listUnapproved<One extends Content>(tx: Tx, all: readonly One[]): Promise<readonly One[]> {
  if (all.length === 0) return []
  const rules = await readRules(
    tx,
    all.map(({ profileId }) => profileId),
  )
  const bound = all.filter(({ profileId }) => rules.has(profileId))
  if (bound.length === 0) return []
  const decisions = Map.groupBy(
    await listDecisions(
      tx,
      bound.map(({ postId }) => postId),
    ),
    ({ postId }) => postId,
  )
  return bound.filter(({ postId, profileId, target }) => {
    const rule = rules.get(profileId)
    const digest = digestContent(target.network, target.snapshot)
    return rule && !isApproved(rule, digest, decisions.get(postId) ?? [])
  })
}

/** Releases what was waiting for an approval and now has it. The caller has locked the post. */
export async function releaseApproved(deps: RollUpDeps, tx: Tx, post: PostRow): Promise<RolledUp> {
  const targets = await listTargets(tx, post.id)
  const held = await listHeldForApproval(
    tx,
    targets.flatMap(({ publicationId }) => publicationId ?? []),
  )
  const rule = (await readRules(tx, [post.profileId])).get(post.profileId)
  const decisions = await listDecisions(tx, [post.id])
  const free = held.filter(
    ({ network, snapshot }) => !rule || isApproved(rule, digestContent(network, snapshot), decisions),
  )
  await letApprovedGo(
    tx,
    free.map(({ id }) => id),
  )
  return (await rollUp(deps, tx, [post]))[0]
}

/** Does this for every post of a profile whose rule has changed. */
export async function releaseOfProfile(deps: RollUpDeps, tx: Tx, profileId: ProfileId): Promise<void> {
  for (const post of await lockPosts(tx, await listWaitingPosts(tx, profileId))) await releaseApproved(deps, tx, post)
}
