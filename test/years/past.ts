import pg from 'pg'
import type { TestApp } from '#test/harness/app.ts'

/** Columns of a copy that differ from its row, as SQL. A moment, `made`, has `no`, `at`, `id` and `ids`. */
type Differences = Readonly<Record<string, string>>

export interface Past extends AsyncDisposable {
  /** Spreads this many moments over past days. `copy` then creates a row for each. */
  spread(moments: number, fromDaysAgo: number, untilDaysAgo: number): Promise<void>
  /** Copies one of the rows that the service had written when the past was opened. */
  copy(table: string, differences: Differences, which?: string): Promise<void>
  /** Copies all of them at each moment; `first.nth` counts them from 1. */
  copyAll(table: string, differences: Differences): Promise<void>
  /** Vacuums like autovacuum, after which the planner knows the tables. */
  settle(): Promise<void>
}

/**
 * Opens a past for a test: copies of real rows, as a year of use leaves them. Triggers and foreign keys are disabled.
 */
export async function openPast(t: TestApp, tables: readonly string[]): Promise<Past> {
  const client = new pg.Client(t.connection)
  await client.connect()
  await client.query('set session_replication_role = replica')
  await client.query(`create function pg_temp.id_at(timestamptz) returns uuid language sql volatile as $$
    select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
      placing substring(int8send((extract(epoch from $1) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid $$`)
  for (const table of tables) await client.query(`create temp table first_${table} as select * from ${table}`)
  const insert = async (table: string, differences: Differences, from: string): Promise<void> => {
    const { rows } = await client.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0
         and not attisdropped and attgenerated = '' and attidentity = ''`,
      [table],
    )
    const columns = rows.map(({ name }) => `"${name}"`).join()
    const values = rows.map(({ name }) => differences[name] ?? `first."${name}"`).join()
    await client.query(`insert into ${table} (${columns}) select ${values} from made, (${from}) first order by made.no`)
  }
  return {
    async spread(moments, fromDaysAgo, untilDaysAgo) {
      await client.query('drop table if exists made')
      await client.query(
        `create temp table made as
         select no, at, pg_temp.id_at(at) as id, array[pg_temp.id_at(at), pg_temp.id_at(at), pg_temp.id_at(at), pg_temp.id_at(at)] as ids
         from generate_series(1, $1::int) no, lateral (
           select ph.now() - interval '1 day' * ($2::float8 - ($2::float8 - $3::float8) * no / $1) as at) time`,
        [moments, fromDaysAgo, untilDaysAgo],
      )
    },
    copy: (table, differences, which = 'true') =>
      insert(table, differences, `select * from first_${table} where ${which} limit 1`),
    copyAll: (table, differences) =>
      insert(table, differences, `select *, row_number() over (order by account_id) as nth from first_${table}`),
    settle: async () => void (await client.query(`vacuum analyze ${tables.join()}`)),
    [Symbol.asyncDispose]: () => client.end(),
  }
}
