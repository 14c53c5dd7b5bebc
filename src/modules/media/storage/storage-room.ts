import type { Db } from '#infra/db/client.ts'
import { refuse } from '#kernel/errors.ts'
import type { UserId } from '#kernel/ids.ts'
import { demandRoom, type Plans } from '#modules/plans/index.ts'
import { findOwnerPlan } from '../store.ts'
import { storedBytesOf } from './store.ts'

/**
 * Refuses unless the plan of the owner has room for so many bytes more. In a transaction the owner's row is locked until it
 * ends, so that two uploads at once cannot take the same room.
 */
export async function demandStorage(
  { plans }: { readonly plans: Plans },
  db: Db,
  ownerUid: UserId,
  bytes: number,
): Promise<void> {
  const plan = (await findOwnerPlan(db, ownerUid)) ?? refuse('unauthenticated')
  demandRoom(plans, plan, 'storageBytes', await storedBytesOf(db, ownerUid), bytes)
}
