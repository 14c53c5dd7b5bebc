import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { Facts } from '#infra/media-worker/index.ts'
import type { MediaId, UserId } from '#kernel/ids.ts'
import type { MediaType } from '../receiving/families.ts'

/**
 * A stored object. Its row outlives the object on both sides: it says `arriving` before the first byte is written, and
 * `leaving` before the object is removed, and is deleted last. So this table finds everything that a crash leaves
 * behind.
 */
interface StoredFile {
  readonly key: string
  readonly contentType: MediaType
}

const nothingKnown = { size: null, facts: null, posterSize: null }

export async function insertArriving(db: Db, key: string, ownerUid: UserId, now: Date): Promise<void> {
  await db
    .insertInto('mediaFile')
    .values({ ...nothingKnown, key, ownerUid, state: 'arriving', stateSince: now })
    .execute()
}

export interface WholeFile {
  readonly hash: Buffer
  readonly size: number
  readonly contentType: MediaType
  readonly facts: Facts
  readonly posterSize: number | null
}

/** Marks a file as stored. Returns false if it is no longer arriving, because it took too long and was abandoned. */
export async function markStored(tx: Tx, key: string, whole: WholeFile, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mediaFile')
    .set({ ...whole, facts: JSON.stringify(whole.facts), state: 'stored', stateSince: now })
    .where('mediaFile.key', '=', key)
    .where('mediaFile.state', '=', 'arriving')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Takes the lock under which a single transaction decides whether this owner already has these bytes stored. */
export async function lockContent(tx: Tx, ownerUid: UserId, hash: Buffer): Promise<void> {
  const number = hash.readBigInt64BE(0) ^ BigInt.asIntN(64, BigInt(`0x${ownerUid.replaceAll('-', '').slice(-16)}`))
  await sql`select pg_advisory_xact_lock(${BigInt.asIntN(64, number).toString()}::bigint)`.execute(tx)
}

/**
 * Returns the stored file with these bytes. In a transaction the row is locked, so that the file cannot be removed in
 * the meantime.
 */
export const findStored = (db: Db, ownerUid: UserId, hash: Buffer): Promise<StoredFile | undefined> =>
  db
    .selectFrom('mediaFile')
    .select(['mediaFile.key', 'mediaFile.contentType'])
    .where('mediaFile.ownerUid', '=', ownerUid)
    .where('mediaFile.hash', '=', hash)
    .where('mediaFile.state', '=', 'stored')
    .$if(db.isTransaction, (q) => q.forUpdate())
    .$castTo<StoredFile>()
    .executeTakeFirst()

export async function markLeaving(tx: Tx, key: string, now: Date): Promise<void> {
  await tx
    .updateTable('mediaFile')
    .set({ state: 'leaving', stateSince: now })
    .where('mediaFile.key', '=', key)
    .execute()
}

/** Marks the file as `leaving` if no media use it any more. Returns true if it was marked. */
export async function releaseFile(tx: Tx, key: string, now: Date): Promise<boolean> {
  await tx.selectFrom('mediaFile').select('mediaFile.key').where('mediaFile.key', '=', key).forUpdate().execute()
  const { numUpdatedRows } = await tx
    .updateTable('mediaFile')
    .set({ state: 'leaving', stateSince: now })
    .where('mediaFile.key', '=', key)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('media').select('media.id').whereRef('media.fileKey', '=', 'mediaFile.key'))),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Marks all stored files of a deleted owner as `leaving`. A file that is still arriving keeps its row until it is
 * abandoned.
 */
export async function releaseOwnerFiles(tx: Tx, ownerUid: UserId, now: Date): Promise<void> {
  await tx
    .updateTable('mediaFile')
    .set({ state: 'leaving', stateSince: now })
    .where('mediaFile.ownerUid', '=', ownerUid)
    .where('mediaFile.state', '=', 'stored')
    .execute()
}

/** Adds an object that no media have used, to be removed at the given time. */
export async function insertLeaving(tx: Tx, key: string, ownerUid: UserId, at: Date): Promise<void> {
  await tx
    .insertInto('mediaFile')
    .values({ ...nothingKnown, key, ownerUid, state: 'leaving', stateSince: at })
    .execute()
}

/**
 * Returns the number of bytes that an owner has stored, including posters. Identical files are stored and counted once.
 */
export async function countStoredBytes(db: Db, ownerUid: UserId): Promise<number> {
  const { bytes } = await db
    .selectFrom('mediaFile')
    .select(sql<string>`coalesce(sum(size + coalesce(poster_size, 0)), 0)`.as('bytes'))
    .where('mediaFile.ownerUid', '=', ownerUid)
    .where('mediaFile.state', '=', 'stored')
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

/** Marks files for deletion that began to arrive before the given time and were never finished. */
export async function abandonArriving(db: Db, begunBefore: Date, now: Date): Promise<void> {
  await db
    .updateTable('mediaFile')
    .set({ state: 'leaving', stateSince: now })
    .where('mediaFile.state', '=', 'arriving')
    .where('mediaFile.stateSince', '<=', begunBefore)
    .execute()
}

export const selectLeavingFiles = (db: Db, until: Date, most: number): Promise<{ key: string }[]> =>
  db
    .selectFrom('mediaFile')
    .select('mediaFile.key')
    .where('mediaFile.state', '=', 'leaving')
    .where('mediaFile.stateSince', '<=', until)
    .orderBy('mediaFile.stateSince')
    .limit(most)
    .execute()

/** Moves a file behind all files that are due for removal by now. */
export async function putOffLeaving(db: Db, key: string, now: Date): Promise<void> {
  await db
    .updateTable('mediaFile')
    .set({ stateSince: now })
    .where('mediaFile.key', '=', key)
    .where('mediaFile.state', '=', 'leaving')
    .execute()
}

export async function deleteLeavingFile(db: Db, key: string): Promise<void> {
  await db.deleteFrom('mediaFile').where('mediaFile.key', '=', key).where('mediaFile.state', '=', 'leaving').execute()
}

/** Lists files in the library of a user after an ID, in the order of their IDs. */
export const listOwnerFiles = (
  db: Db,
  uid: UserId,
  after: MediaId | null,
  limit: number,
): Promise<{ readonly id: MediaId; readonly fileKey: string; readonly fileName: string }[]> =>
  db
    .selectFrom('media')
    .select(['media.id', 'media.fileKey', 'media.fileName'])
    .where('media.ownerUid', '=', uid)
    .$if(after !== null, (q) => q.where('media.id', '>', after as MediaId))
    .orderBy('media.id')
    .limit(limit)
    .execute()
