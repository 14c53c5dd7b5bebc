import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { MediaUploadTable } from '#infra/db/tables.ts'
import type { UserId } from '#kernel/ids.ts'

export type UploadRow = Selectable<MediaUploadTable>

export async function insertUploads(tx: Tx, rows: readonly UploadRow[]): Promise<void> {
  await tx
    .insertInto('mediaUpload')
    .values([...rows])
    .execute()
}

export async function countOpenUploads(db: Db, ownerUid: UserId): Promise<number> {
  const { total } = await db
    .selectFrom('mediaUpload')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('mediaUpload.ownerUid', '=', ownerUid)
    .where('mediaUpload.settledAt', 'is', null)
    .executeTakeFirstOrThrow()
  return total
}

/** Locks the upload until the transaction ends. Only the holder of the lock decides whether the upload is settled. */
export const findUpload = (db: Db, storagePath: string): Promise<UploadRow | undefined> =>
  db
    .selectFrom('mediaUpload')
    .selectAll()
    .where('mediaUpload.storagePath', '=', storagePath)
    .$if(db.isTransaction, (q) => q.forUpdate())
    .executeTakeFirst()

/** Returns which of these storagePaths belong to uploads that have not been settled. */
export async function listOpenUploads(db: Db, storagePaths: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('mediaUpload')
    .select('mediaUpload.storagePath')
    .where(sql<boolean>`media_upload.storage_path = any(${[...storagePaths]})`)
    .where('mediaUpload.settledAt', 'is', null)
    .execute()
  return rows.map(({ storagePath }) => storagePath)
}

export async function markSettled(tx: Tx, storagePath: string, now: Date): Promise<void> {
  await tx
    .updateTable('mediaUpload')
    .set({ settledAt: now })
    .where('mediaUpload.storagePath', '=', storagePath)
    .execute()
}

/** Deletes the oldest uploads that were reserved before the given time, at most `most`, and returns them. */
export const deleteOldUploads = (tx: Tx, madeBefore: Date, most: number): Promise<UploadRow[]> =>
  tx
    .deleteFrom('mediaUpload')
    .where('mediaUpload.storagePath', 'in', (q) =>
      q
        .selectFrom('mediaUpload as old')
        .select('old.storagePath')
        .where('old.createdAt', '<=', madeBefore)
        .orderBy('old.createdAt')
        .limit(most),
    )
    .returningAll()
    .execute()

/** Deletes the uploads of a deleted owner and returns them, since files may still arrive there. */
export const deleteOwnerUploads = (tx: Tx, ownerUid: UserId): Promise<UploadRow[]> =>
  tx.deleteFrom('mediaUpload').where('mediaUpload.ownerUid', '=', ownerUid).returningAll().execute()
