import type { Tx } from '#infra/db/client.ts'
import type { ProfileId } from '#kernel/ids.ts'
import { letApprovedGo, listHeldForApproval } from '#modules/publishing/index.ts'
import { type RolledUp, type RollUpDeps, rollUpPost } from '../outcomes/roll-up.ts'
import { lockPosts, type PostRow } from '../store/posts.ts'
import { listTargets } from '../store/targets.ts'
import { digestContent } from './digest.ts'
import { isApproved } from './rule.ts'
import { listDecisions, listWaitingPosts, readRules } from './store.ts'

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
  return rollUpPost(deps, tx, post)
}

/** Does this for every post of a profile whose rule has changed. */
export async function releaseOfProfile(deps: RollUpDeps, tx: Tx, profileId: ProfileId): Promise<void> {
  for (const post of await lockPosts(tx, await listWaitingPosts(tx, profileId))) await releaseApproved(deps, tx, post)
}
