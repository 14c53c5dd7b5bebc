import type { Tx } from '#infra/db/client.ts'
import type { ProfileId } from '#kernel/ids.ts'
import { holdForPlan, letPlannedGo, type NewTarget } from '#modules/publishing/index.ts'
import { type RollUpDeps, rollUp } from '../outcomes/roll-up.ts'
import { lockPosts } from '../store/posts.ts'
import { listHeldForPlan, lockReadOnly } from '../store/surplus.ts'

interface Enqueued {
  readonly profileId: ProfileId
  readonly target: Pick<NewTarget, 'targetId'>
}

/** Holds those of these new publications whose profile exceeds its owner's plan. */
export async function holdSurplus(
  tx: Tx,
  enqueued: readonly Enqueued[],
  publicationIds: ReadonlyMap<string, string>,
): Promise<void> {
  const profileIds = await lockReadOnly(
    tx,
    enqueued.map(({ profileId }) => profileId),
  )
  if (profileIds.size === 0) return
  const held = enqueued.filter(({ profileId }) => profileIds.has(profileId))
  await holdForPlan(
    tx,
    held.flatMap(({ target }) => publicationIds.get(target.targetId) ?? []),
  )
}

/** Releases what was held because of the plan, now that the plan includes the profile again. */
export async function releaseSurplus(deps: RollUpDeps, tx: Tx, profileId: ProfileId): Promise<void> {
  const rows = await listHeldForPlan(tx, profileId)
  const posts = await lockPosts(
    tx,
    rows.map(({ id }) => id),
  )
  await letPlannedGo(
    tx,
    rows.flatMap(({ publicationIds }) => publicationIds),
  )
  for (const post of posts) await rollUp(deps, tx, [post])
}
