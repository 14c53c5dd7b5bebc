import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { SelfTestRunTable } from '#infra/db/tables.ts'
import type { RunId, UserId } from '#kernel/ids.ts'
import type { FindingCode } from './deps.ts'

export interface TestResult {
  readonly name: string
  readonly ok: boolean
  /** Absent from the results of earlier versions. */
  readonly code?: FindingCode
  readonly detail: string
  readonly durationMs: number
  readonly finishedAt: string
}

export type Run = Omit<Selectable<SelfTestRunTable>, 'results'> & { readonly results: TestResult[] }

/** Inserts a run. Returns false while another one is not finished. */
export async function insertRun(
  tx: Tx,
  run: { readonly id: RunId; readonly startedBy: UserId | null; readonly names: string[]; readonly createdAt: Date },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('selfTestRun')
    .values({ ...run, results: '[]', finishedAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('selfTestRun.id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Ends a run whose process died, because it would block every other run. */
export async function endOldRuns(tx: Tx, before: Date, now: Date): Promise<void> {
  await tx
    .updateTable('selfTestRun')
    .set({ finishedAt: now })
    .where('selfTestRun.finishedAt', 'is', null)
    .where('selfTestRun.createdAt', '<', before)
    .execute()
}

// Only `addResult` writes the column, and it accepts only this type.
const toRun = (row: Selectable<SelfTestRunTable>): Run => ({ ...row, results: row.results as unknown as TestResult[] })

export async function findRun(db: Db, id: RunId): Promise<Run | undefined> {
  const row = await db.selectFrom('selfTestRun').selectAll().where('selfTestRun.id', '=', id).executeTakeFirst()
  return row && toRun(row)
}

interface RunsPage {
  /** The runs that are older than this one. Null for the newest. */
  readonly before: RunId | null
  readonly limit: number
}

export async function selectRuns(db: Db, { before, limit }: RunsPage): Promise<Run[]> {
  const rows = await db
    .selectFrom('selfTestRun')
    .selectAll()
    .$if(before !== null, (q) => q.where('selfTestRun.id', '<', before as RunId))
    .orderBy('selfTestRun.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toRun)
}

export async function addResult(tx: Tx, id: RunId, result: TestResult): Promise<void> {
  await sql`update self_test_run set results = results || ${JSON.stringify([result])}::jsonb where id = ${id}`.execute(
    tx,
  )
}

export async function finishRun(tx: Tx, id: RunId, finishedAt: Date): Promise<void> {
  await tx.updateTable('selfTestRun').set({ finishedAt }).where('selfTestRun.id', '=', id).execute()
}

/** Returns a value that was sent to the database, and whether the database rejects writes. */
export async function readEcho(db: Db, word: string): Promise<{ readonly word: string; readonly readsOnly: boolean }> {
  const { rows } = await sql<{ word: string; readsOnly: boolean }>`
    select ${word}::text as word,
      pg_is_in_recovery() or current_setting('transaction_read_only')::bool as "readsOnly"`.execute(db)
  return rows[0] ?? { word: '', readsOnly: false }
}

export async function readWaitingJobs(db: Db): Promise<{ readonly waiting: number; readonly oldest: Date | null }> {
  const { rows } = await sql<{ waiting: number; oldest: Date | null }>`
    select count(*) as waiting, min(due_at) as oldest from job
    where due_at <= ph.now() and begun_at is null`.execute(db)
  return rows[0] ?? { waiting: 0, oldest: null }
}

export async function readDatabaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select ph.now() as now`.execute(db)
  return rows[0]?.now ?? new Date(0)
}
