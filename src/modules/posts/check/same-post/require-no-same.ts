import type { Tx } from '#infra/db/client.ts'
import { refuseWarnings } from '../require-publishable.ts'
import { type Arming, listSamePosts, nameFaults } from './list-same-posts.ts'

/**
 * Refuses if an account has one of these posts already. Belongs in the transaction that arms them: until it ends, no
 * other one can arm the same.
 */
export async function requireNoSame(tx: Tx, armings: readonly Arming[]): Promise<void> {
  const found = nameFaults(armings, await listSamePosts(tx, armings, { locks: true }))
  if (found.length > 0) refuseWarnings(found)
}
