import type { Db } from '#infra/db/client.ts'
import { refuse } from '#kernel/errors.ts'
import type { UserId } from '#kernel/ids.ts'
import { type Plans, requireRoom } from '#modules/plans/index.ts'
import { findOwnerPlan } from '../store.ts'
import { countStoredBytes } from './store.ts'

/**
 * Refuses unless the owner's plan has room for this many more bytes. In a transaction the owner's row is locked until
 * it ends, so that two concurrent uploads cannot use the same room.
 */
export async function requireStorage(
  { plans }: { readonly plans: Plans },
  db: Db,
  ownerUid: UserId,
  bytes: number,
): Promise<void> {
  const plan = (await findOwnerPlan(db, ownerUid)) ?? refuse('unauthenticated')
  requireRoom(plans, plan, 'storageBytes', await countStoredBytes(db, ownerUid), bytes)
}
