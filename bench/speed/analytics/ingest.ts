import { sql } from 'kysely'
import { type Db, inTx } from '#infra/db/client.ts'
import type { AccountId, PostTargetId } from '#kernel/ids.ts'
import { saveNumbers } from '#modules/analytics/store/numbers.ts'
import { countStatements } from '../../tools/count-statements.ts'
import { cpuSeconds } from '../../tools/processes.ts'

/** Stores metrics as polls do: for a hundred posts of an account at once. */

interface WatchedAccount {
  readonly accountId: AccountId
  /** Newest first. */
  readonly targets: readonly PostTargetId[]
  /** The likes of each target. */
  readonly likes: readonly number[]
}

const postsOfLook = 100
/** The growth of a post's metrics from one poll to the next. */
const growth = 0.02

export async function listWatched(db: Db): Promise<WatchedAccount[]> {
  const { rows } = await sql<WatchedAccount>`
    select account_id, array_agg(target_id order by published_at desc) as targets,
      array_agg(likes::float8 order by published_at desc) as likes
    from metrics_watch group by 1 order by 1`.execute(db)
  return rows
}

/**
 * Stores new metrics and next poll times for the posts of each account in turn, covering all its posts before repeating
 * any. Returns the number of snapshots.
 */
async function storeLook(db: Db, all: readonly WatchedAccount[], round: number): Promise<number> {
  const account = all[round % all.length]
  if (!account) throw new Error('there is an account')
  const { accountId, targets, likes } = account
  const looksOfAll = Math.max(1, Math.floor(targets.length / postsOfLook))
  const look = Math.floor(round / all.length)
  const from = (look % looksOfAll) * postsOfLook
  const grown = 1 + growth * (1 + Math.floor(look / looksOfAll))
  const dueAt = new Date(Date.now() + 3_600_000 + round)
  const found = targets.slice(from, from + postsOfLook).map((targetId, nth) => {
    const liked = Math.ceil((likes[from + nth] ?? 0) * grown) + look + 1
    return { targetId, misses: 0, dueAt, views: liked * 30, likes: liked, reach: liked * 20 }
  })
  return inTx(db, (tx) => saveNumbers(tx, accountId, found))
}

/** Stores for some time, two accounts at once. Returns the number of snapshots per second. */
export async function storeForSeconds(db: Db, all: readonly WatchedAccount[], seconds: number): Promise<number> {
  const startedAt = performance.now()
  let stored = 0
  const work = async (own: readonly WatchedAccount[]): Promise<void> => {
    for (let round = 1; performance.now() < startedAt + seconds * 1_000; round += 1)
      stored += await storeLook(db, own, round)
  }
  const half = Math.ceil(all.length / 2)
  await Promise.all([work(all.slice(0, half)), work(all.slice(half))])
  return stored / ((performance.now() - startedAt) / 1_000)
}

interface IngestCost {
  readonly statements: number
  readonly rowsWritten: number
  /** The updates that had to write to every index of their table. */
  readonly coldUpdates: number
  readonly walBytes: number
  readonly databaseMs: number
  /** The processor time of this process. */
  readonly ownMs: number
}

/**
 * Measures the cost of a thousand snapshots, which does not depend on what else runs on the machine. The same posts are
 * read beforehand, so that the log contains no full pages.
 */
export async function measureCost(db: Db, all: readonly WatchedAccount[]): Promise<IngestCost> {
  const looks = 10
  const few = all.slice(0, 5).map(({ targets, ...account }) => ({ ...account, targets: targets.slice(0, postsOfLook) }))
  const lookAtAll = async (nth: number): Promise<number> => {
    let stored = 0
    for (let look = 0; look < looks; look += 1) stored += await storeLook(db, few, nth * looks + look)
    return stored
  }
  await sql`checkpoint`.execute(db)
  await lookAtAll(0)
  await lookAtAll(1)
  const counted = new Map<string, number>()
  const before = await readCounters(db)
  const stop = countStatements(counted)
  const stored = await lookAtAll(2)
  stop()
  const after = await readCounters(db)
  const each = (name: keyof typeof after) => ((after[name] - before[name]) / stored) * 1_000
  return {
    statements: ([...counted.values()].reduce((sum, one) => sum + one, 0) / stored) * 1_000,
    rowsWritten: each('written'),
    coldUpdates: each('cold'),
    walBytes: each('walBytes'),
    databaseMs: each('databaseMs'),
    ownMs: each('ownMs'),
  }
}

/** Returns how much this database has written so far. Connections report their counts on request. */
async function readCounters(db: Db) {
  const { rows: own } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where application_name like '%bench'`.execute(db)
  await Promise.all(own.map(() => inTx(db, (tx) => sql`select pg_stat_force_next_flush(), pg_sleep(0.1)`.execute(tx))))
  const { rows } = await sql<{ written: number; cold: number; walBytes: number }>`
    select sum(n_tup_ins + n_tup_upd + n_tup_del)::float8 as written, sum(n_tup_upd - n_tup_hot_upd)::float8 as cold,
      (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as wal_bytes
    from pg_stat_user_tables where relname like 'metrics%'`.execute(db)
  const [counters] = rows
  if (!counters) throw new Error('sums always have a row')
  const { user, system } = process.cpuUsage()
  const databaseMs = own.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0) * 1_000
  return { ...counters, databaseMs, ownMs: (user + system) / 1_000 }
}
