import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { Mark } from './high-water.ts'

/** Returns the single row. In a transaction the row is locked, since a decision follows. */
export function findInstallation(db: Db) {
  return db
    .selectFrom('installation')
    .select(['installation.id', 'installation.publicUrl', 'installation.home', 'installation.resumedAt'])
    .select(['installation.holdReason', sql<string>`ph.home()`.as('homeNow')])
    .$if(db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst()
}

export type Installation = NonNullable<Awaited<ReturnType<typeof findInstallation>>>

/** Inserts the row. If several processes start together on an empty database, one inserts it and the others wait. */
export async function insertInstallation(
  tx: Tx,
  row: { readonly id: string; readonly publicUrl: string | null; readonly at: Date },
): Promise<void> {
  await tx
    .insertInto('installation')
    .values({ id: row.id, publicUrl: row.publicUrl, home: sql<string>`ph.home()`, createdAt: row.at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns the time at which a data folder last saw the database. */
export async function findLastSeen(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('dataFolder')
    .select(({ fn }) => fn.max('dataFolder.seenAt').as('seenAt'))
    .executeTakeFirst()
  return row?.seenAt ?? null
}

/** Returns the time at which the database last saw this folder; null for never. */
export async function findSeenAt(tx: Tx, folderId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('dataFolder')
    .select('dataFolder.seenAt')
    .where('dataFolder.id', '=', folderId)
    .executeTakeFirst()
  return row?.seenAt ?? null
}

/** True if a mark was found in some data folder before. */
export async function hasHadMark(tx: Tx): Promise<boolean> {
  const row = await tx
    .selectFrom('dataFolder')
    .select('dataFolder.id')
    .where('dataFolder.hasMark', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

export async function recordMark(db: Db, folderId: string): Promise<void> {
  await db.updateTable('dataFolder').set({ hasMark: true }).where('dataFolder.id', '=', folderId).execute()
}

const laterThanSeen = (at: RawBuilder<unknown>) =>
  sql<Date>`greatest(${at}, data_folder.seen_at + interval '1 millisecond')`

/**
 * Records that the database saw this folder. The time increases with each call, even after the clock was set back, so
 * an older copy of the database is always behind.
 */
export async function touchFolder(tx: Tx, folderId: string, at: Date): Promise<Date> {
  const { seenAt } = await tx
    .insertInto('dataFolder')
    .values({ id: folderId, seenAt: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seenAt: laterThanSeen(sql`excluded.seen_at`) }))
    .returning('dataFolder.seenAt')
    .executeTakeFirstOrThrow()
  return seenAt
}

/**
 * Returns a condition: the database is in its previous place, is not on hold, and knows this mark. False without a
 * mark.
 */
export function matchesMark(mark: Mark | null): RawBuilder<boolean> {
  if (!mark) return sql<boolean>`false`
  return sql<boolean>`exists (
    select from installation i join data_folder f on f.id = ${mark.folderId} and f.seen_at >= ${mark.seenAt}
    where i.id = ${mark.installationId} and i.home = ph.home() and i.hold_reason is null)`
}

/**
 * Records in one statement that the database saw the folder of this mark. Returns the new mark, or null if the database
 * is not the one of the mark, or is on hold.
 */
export async function touchKnown(
  db: Db,
  mark: Mark,
  at: Date,
): Promise<Pick<Mark, 'seenAt' | 'isReplicated'> | undefined> {
  return await db
    .updateTable('dataFolder')
    .set({ seenAt: laterThanSeen(sql`${at}::timestamptz`), hasMark: true })
    .where('dataFolder.id', '=', mark.folderId)
    .where(matchesMark(mark))
    .returning(['dataFolder.seenAt', commitsWaitForStandby.as('isReplicated')])
    .executeTakeFirst()
}

/** True while each commit waits until a standby has written it to disk. */
const commitsWaitForStandby = sql<boolean>`(current_setting('synchronous_standby_names') <> ''
  and current_setting('synchronous_commit') in ('on', 'remote_apply'))`

export async function isReplicated(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`select ${commitsWaitForStandby} as waits`.execute(tx)
  return rows[0]?.waits ?? false
}

export async function setHome(tx: Tx): Promise<void> {
  await tx.updateTable('installation').set({ home: sql<string>`ph.home()` }).execute()
}

export async function setHold(tx: Tx, reason: string): Promise<void> {
  await tx.updateTable('installation').set({ holdReason: reason }).execute()
}

export async function endHold(tx: Tx, resumedAt: Date): Promise<void> {
  await tx.updateTable('installation').set({ holdReason: null, home: sql<string>`ph.home()`, resumedAt }).execute()
}

export async function setPublicUrl(tx: Tx, publicUrl: string | null): Promise<void> {
  await tx.updateTable('installation').set({ publicUrl }).execute()
}
