import type { Selectable } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { DeviceRequestTable } from '#infra/db/tables.ts'
import type { ConnectedAppId } from '#kernel/ids.ts'

export type DeviceRequest = Selectable<DeviceRequestTable>
export type NewDeviceRequest = Omit<DeviceRequest, 'polledAt' | 'appId' | 'refusedAt'>

/** Inserts a request. Returns false if its user code is in use. */
export async function insertDeviceRequest(db: Db, request: NewDeviceRequest): Promise<boolean> {
  const inserted = await db
    .insertInto('deviceRequest')
    .values(request)
    .onConflict((conflict) => conflict.doNothing())
    .returning('deviceRequest.expiresAt')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Finds a request that is waiting for a user. */
export const findWaiting = (db: Db, userCodeMac: Buffer, now: Date): Promise<DeviceRequest | undefined> =>
  db
    .selectFrom('deviceRequest')
    .selectAll('deviceRequest')
    .where('deviceRequest.userCodeMac', '=', userCodeMac)
    .where('deviceRequest.expiresAt', '>', now)
    .where('deviceRequest.appId', 'is', null)
    .where('deviceRequest.refusedAt', 'is', null)
    .executeTakeFirst()

/** Records a user's response. Returns false if the request already has one. */
export async function answerWaiting(
  tx: Tx,
  deviceHash: Buffer,
  answer: { readonly appId: ConnectedAppId } | { readonly refusedAt: Date },
): Promise<boolean> {
  const answered = await tx
    .updateTable('deviceRequest')
    .set(answer)
    .where('deviceRequest.deviceHash', '=', deviceHash)
    .where('deviceRequest.appId', 'is', null)
    .where('deviceRequest.refusedAt', 'is', null)
    .returning('deviceRequest.deviceHash')
    .executeTakeFirst()
  return answered !== undefined
}

export const lockDeviceRequest = (tx: Tx, deviceHash: Buffer): Promise<DeviceRequest | undefined> =>
  tx
    .selectFrom('deviceRequest')
    .selectAll('deviceRequest')
    .where('deviceRequest.deviceHash', '=', deviceHash)
    .forUpdate()
    .executeTakeFirst()

export async function recordPoll(
  tx: Tx,
  deviceHash: Buffer,
  poll: Pick<DeviceRequest, 'pollSeconds'> & { readonly polledAt: Date },
): Promise<void> {
  await tx.updateTable('deviceRequest').set(poll).where('deviceRequest.deviceHash', '=', deviceHash).execute()
}

export async function deleteDeviceRequest(tx: Tx, deviceHash: Buffer): Promise<void> {
  await tx.deleteFrom('deviceRequest').where('deviceRequest.deviceHash', '=', deviceHash).execute()
}

export async function deleteOldDeviceRequests(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('deviceRequest').where('deviceRequest.expiresAt', '<', before).execute()
}
