import { inTx } from '#infra/db/client.ts'
import type { AnalyticsDeps } from '../deps.ts'
import { readAccountAtHand } from '../store/lanes.ts'

/**
 * Announces that posts of an account have new metrics, once after all that were due. The metrics are stored first. If
 * the process dies in between, the event is lost, and the next reading sends one.
 */
export async function announceSynced(
  { db, emit }: Pick<AnalyticsDeps, 'db' | 'emit'>,
  accountId: string,
  posts: number,
): Promise<void> {
  if (posts === 0) return
  const account = await readAccountAtHand(db, accountId)
  if (!account) return
  const { id, ownerUid, profileId, network, handle } = account
  await inTx(db, (tx) =>
    emit(tx, { type: 'analytics.synced', ownerUid, profileId, accountId: id, network, handle, posts }),
  )
}
