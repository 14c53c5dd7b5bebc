import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, inTx } from '../client.ts'
import { isLockBusy } from '../faults.ts'
import { DatabaseIsNewer, MigrationBlocked, refuseBreaking, refuseNewerDatabase } from './judge.ts'
import { type Applied, completeLedger, prepareLedger, readLedger, recordApplied } from './ledger.ts'
import { type Migration, readMigrations, runsAlone } from './migration.ts'
import { listRunningPrograms } from './running-programs.ts'

/** The lock of the first versions, so that they and this one wait for each other. */
const lockKey = '3853314791062309107'

/** Limits how long others wait behind a statement that itself waits for a table. */
const lockTimeoutMs = 400
/** Maximum wait of a start while another process migrates. */
const longestWaitMs = 600_000
/** Delay before a start reports that it is waiting. */
const defaultSilentWaitMs = 2_000
/** Time that a migration keeps trying to lock its tables. */
const longestPatienceMs = 60_000

export interface MigrateOptions {
  /** Called once with the session that migrates if this one has to wait for it. */
  readonly onWait?: (who: string) => void
  readonly silentWaitMs?: number
  readonly patienceMs?: number
}

/**
 * Brings the schema up to date while processes use it. Each migration has its own transaction, so that it holds its
 * locks only briefly; an empty database gets all of them in one. If several processes start at once, one applies them
 * and the others wait. A killed process leaves only complete migrations behind, and the next one continues.
 */
export async function migrate(
  db: Db,
  folder: string,
  version: string,
  { patienceMs = longestPatienceMs, ...waiting }: MigrateOptions = {},
): Promise<readonly string[]> {
  const migrations = await readMigrations(folder)
  return await alone(db, waiting, async (one) => {
    const applied = await readLedger(one)
    refuseNewerDatabase(applied, migrations, version)
    const missing = migrations.filter(({ name }) => !applied.has(name))
    if (missing.length > 0) refuseBreaking(missing, await listRunningPrograms(one))
    await apply(one, applied, missing, patienceMs)
    await completeLedger(one, applied, migrations)
    return missing.map(({ name }) => name)
  })
}

/**
 * Brings an empty database to the schema that exactly these migrations create. Refuses a migration that this version
 * lacks.
 */
export async function migrateTo(db: Db, folder: string, names: readonly string[]): Promise<void> {
  const migrations = await readMigrations(folder)
  const chosen = names.map((name) => {
    const found = migrations.find((migration) => migration.name === name)
    if (!found)
      throw new DatabaseIsNewer(
        `The backup is from a later version of Posthorn (it has ${name}). Install that version or a later one.`,
      )
    return found
  })
  await alone(db, {}, (one) => apply(one, new Map(), chosen, longestPatienceMs))
}

/** Lists the migrations that `migrate` would apply. Changes nothing. */
export async function pendingMigrations(db: Db, folder: string, version: string): Promise<readonly Migration[]> {
  const migrations = await readMigrations(folder)
  const applied = await readLedger(db)
  refuseNewerDatabase(applied, migrations, version)
  return migrations.filter(({ name }) => !applied.has(name))
}

type Waiting = Omit<MigrateOptions, 'patienceMs'>

/** Runs work on one connection while no other process migrates. */
async function alone<Result>(db: Db, waiting: Waiting, work: (one: Db) => Promise<Result>): Promise<Result> {
  return await db.connection().execute(async (one) => {
    await waitForOthers(one as Db, waiting)
    const result = await work(one as Db).catch(async (error: unknown) => {
      const failure = isBusy(error) ? await nameBlocker(one as Db, error) : error
      // The first error is more useful than the error of a session that has ended together with its lock.
      await unlock(one as Db).catch(() => {})
      throw failure
    })
    await unlock(one as Db)
    return result
  })
}

const nameBlocker = async (db: Db, cause: unknown): Promise<MigrationBlocked> =>
  new MigrationBlocked(
    `The database cannot be migrated now, because another session holds its tables. ${await nameHolders(db)}`,
    { cause },
  )

/** Waits until no other process migrates, and then keeps others waiting. */
async function waitForOthers(
  db: Db,
  { onWait = () => {}, silentWaitMs = defaultSilentWaitMs }: Waiting,
): Promise<void> {
  const startedAt = performance.now()
  let hasReported = false
  // Polls: a statement that waited for the lock would block an index that is built concurrently.
  while (!(await isLocked(db))) {
    const waitedMs = performance.now() - startedAt
    const who = waitedMs > silentWaitMs ? await nameMigrating(db, lockKey) : null
    if (waitedMs > longestWaitMs)
      throw new MigrationBlocked(
        `Another process has been migrating the database for ten minutes: ${who ?? 'it has just ended'}. If it is ` +
          `not yours, a connection ` +
          'pooler may be holding its lock: set DATABASE_DIRECT_URL to the database itself, end that session, and ' +
          'start again.',
      )
    if (who !== null && !hasReported) {
      hasReported = true
      onWait(who)
    }
    await sleep(100)
  }
}

async function isLocked(db: Db): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${lockKey}::bigint) as locked`.execute(db)
  return rows[0]?.locked === true
}

const unlock = (db: Db): Promise<unknown> => sql`select pg_advisory_unlock(${lockKey}::bigint)`.execute(db)

async function apply(db: Db, applied: Applied, missing: readonly Migration[], patienceMs: number): Promise<void> {
  if (missing.length === 0) return
  if (applied.size === 0) return await inOneGo(db, missing)
  await prepareLedger(db)
  for (const migration of missing)
    await withPatience(db, migration, patienceMs, () =>
      runsAlone(migration) ? buildIndex(db, migration) : inOneGo(db, [migration]),
    )
}

/** Applies migrations in one transaction. No one else uses the database, so no index is built concurrently. */
async function inOneGo(db: Db, migrations: readonly Migration[]): Promise<void> {
  await inTx(db, async (tx) => {
    await sql.raw(`set local lock_timeout = ${lockTimeoutMs}`).execute(tx)
    await prepareLedger(tx)
    for (const { name, source } of migrations)
      await sql
        .raw(source.replaceAll(/ index concurrently /gi, ' index '))
        .execute(tx)
        .catch((cause: unknown) => Promise.reject(new Error(`The migration ${name} failed.`, { cause })))
    await recordApplied(tx, migrations)
  })
}

async function buildIndex(db: Db, migration: Migration): Promise<void> {
  const name = / index concurrently (?:if not exists )?(\w+)/.exec(migration.statements[0]?.text ?? '')?.[1] ?? ''
  await sql`set lock_timeout = 0`.execute(db)
  // An interrupted attempt leaves an index that nothing uses.
  await sql.raw(`drop index concurrently if exists "${name}"`).execute(db)
  await sql.raw(migration.source).execute(db)
  await recordApplied(db, [migration])
}

/** Keeps trying while others use the tables. The others never wait long behind it. */
async function withPatience(db: Db, { name }: Migration, patienceMs: number, work: () => Promise<void>): Promise<void> {
  const giveUpAt = performance.now() + patienceMs
  for (let waitMs = 100; ; waitMs = Math.min(waitMs * 2, 2_000)) {
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error)) throw error
      if (performance.now() > giveUpAt)
        throw new MigrationBlocked(
          `${name} could not get its tables within ${patienceMs / 1_000} seconds. ${await nameHolders(db)} ` +
            'Earlier migrations were applied.',
        )
      await sleep(waitMs)
    }
  }
}

/** A lock that took too long, or a deadlock, here or as the cause. */
function isBusy(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) if (isLockBusy(one)) return true
  return false
}

interface Holder {
  readonly pid: number
  readonly name: string
  readonly since: Date | null
}

/** Names the session that is migrating the database; null if there is none. */
async function nameMigrating(db: Db, lockKey: string): Promise<string | null> {
  const { rows } = await sql<Holder>`
    select a.pid, a.application_name as name, a.backend_start as since from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and l.objsubid = 1 and l.granted and l.pid <> pg_backend_pid()
      and l.database = (select oid from pg_database where datname = current_database())
      and (l.classid::bigint << 32 | l.objid::bigint) = ${lockKey}::bigint`.execute(db)
  return rows[0] ? nameOf(rows[0]) : null
}

/** Names the oldest transactions of other sessions in this database. One of them holds what a migration needs. */
async function nameHolders(db: Db): Promise<string> {
  const { rows } = await sql<Holder>`
    select pid, application_name as name, xact_start as since from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 3`.execute(db)
  if (rows.length === 0) return 'No other transaction is open now. Start again.'
  const pids = rows.map(({ pid }) => pid)
  return (
    `The oldest transactions belong to ${rows.map(nameOf).join(', ')}. Wait until they finish or end them ` +
    `(${pids.map((pid) => `select pg_terminate_backend(${pid})`).join('; ')}), and start again.`
  )
}

const nameOf = ({ pid, name, since }: Holder): string =>
  `${name === '' ? 'a session without a name' : `"${name}"`} (process ${pid}${since ? `, since ${since.toISOString()}` : ''})`
