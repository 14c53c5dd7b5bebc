import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'
import type { Network } from '#rules/network-names.ts'
import { changeableColumns, type Publication, type RowChanges } from '../publication.ts'
import type { RowStatus } from '../state.ts'

/** Casts a row. Its JSON columns contain exactly what we wrote, so their shapes are not checked again. */
export const asPublication = (row: object): Publication => row as Publication

export interface NewPublication {
  readonly id: string
  readonly ownerUid: UserId
  readonly targetId: string
  readonly accountId: string
  readonly remoteAccountId: string
  readonly network: Network
  readonly bornAt: Date
  readonly keyOf: string
  readonly snapshot: unknown
  readonly textHash: string
  readonly dueAt: Date
  /** True if it is due now, by this process's clock. */
  readonly isDue: boolean
  readonly latestAt: Date | null
  readonly step: string
  readonly memo: unknown
  readonly memoDiesAt: Date | null
  readonly partsTotal: number
  readonly partsShown: number
  readonly shownAt: Date | null
  readonly remoteId: string | null
  readonly url: string | null
  readonly cost: number
  readonly format: string
}

/**
 * Inserts any number of publications in one statement. Those that are due now are also due by the database's clock:
 * otherwise, a process that has not yet noticed that this clock went back would make them wait.
 */
export async function insertPublications(tx: Tx, rows: readonly NewPublication[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into publication (id, owner_uid, target_id, account_id, remote_account_id, network, born_at, key_of, snapshot,
      text_hash, status, due_at, wanted_at, latest_at, step, memo, memo_before, memo_dies_at, parts_total, parts_shown, shown_at,
      remote_id, url, cost, format)
    select x.id, x."ownerUid", x."targetId", x."accountId", x."remoteAccountId", x.network, x."bornAt", x."keyOf",
      x.snapshot, x."textHash", 'queued', due.at, due.at, x."latestAt", x.step, x.memo, jsonb_build_object(x.step, x.memo), x."memoDiesAt",
      x."partsTotal", x."partsShown", x."shownAt", x."remoteId", x.url, x.cost, x.format
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, "ownerUid" uuid, "targetId" uuid,
      "accountId" uuid, "remoteAccountId" uuid, network text, "bornAt" timestamptz, "keyOf" uuid, snapshot jsonb,
      "textHash" text, "dueAt" timestamptz, "isDue" boolean, "latestAt" timestamptz, step text, memo jsonb, "memoDiesAt" timestamptz,
      "partsTotal" integer, "partsShown" integer, "shownAt" timestamptz, "remoteId" text, url text, cost integer, format text)
    cross join lateral (
      select case when x."isDue" then least(x."dueAt", ph.now()) else x."dueAt" end as at) due`.execute(tx)
}

export async function readPublication(db: Db, id: string): Promise<Publication | null> {
  const row = await db.selectFrom('publication').selectAll().where('publication.id', '=', id).executeTakeFirst()
  return row ? asPublication(row) : null
}

/** Locks publications in the order of their IDs, like all other code. */
export async function lockPublications(tx: Tx, ids: readonly string[]): Promise<Publication[]> {
  const rows = await tx
    .selectFrom('publication')
    .selectAll()
    .where(({ eb, fn, val }) => eb('publication.id', '=', fn.any(val([...ids]))))
    .orderBy('publication.id')
    .forUpdate()
    .execute()
  return rows.map(asPublication)
}

/** Finds the publications of an account in one of these statuses, without a lock. */
export async function findPublicationsOfAccount(
  db: Db,
  accountId: string,
  statuses: readonly RowStatus[],
): Promise<{ id: string; targetId: string; format: string }[]> {
  return await db
    .selectFrom('publication')
    .select(['publication.id', 'publication.targetId', 'publication.format'])
    .where('publication.accountId', '=', accountId as Publication['accountId'])
    .where('publication.status', 'in', statuses)
    .orderBy('publication.id')
    .execute()
}

export const changeable = sql.join(changeableColumns.map((column) => sql.ref(column)))

const jsonColumns = ['memo', 'memoBefore', 'doubt', 'warnings', 'trail'] as const

/** Converts the changes for the driver: JSON as text. */
function asColumns(changes: RowChanges): Record<string, unknown> {
  const columns: Record<string, unknown> = { ...changes }
  for (const name of jsonColumns) {
    if (columns[name] !== undefined && columns[name] !== null) columns[name] = JSON.stringify(columns[name])
  }
  return columns
}

/** Updates a row that is already locked. The caller need not hold its lane. */
export async function updateLocked(tx: Tx, id: string, changes: RowChanges): Promise<Publication> {
  const row = await tx
    .updateTable('publication')
    .set(asColumns(changes))
    .where('publication.id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return asPublication(row)
}

/** Returns the database's time, for code without a clock: a listener gets only its transaction and the event. */
export async function databaseTime(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select ph.now() as at`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A select without a table must return one row')
  return row.at
}
