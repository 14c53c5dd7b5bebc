import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'

/** The bytes written into the database so far. */
interface Growth {
  /** Bytes of the write-ahead log. */
  readonly logBytes: number
  /** Bytes of all existing rows, without indexes and free space. */
  readonly rowBytes: number
}

export async function readGrowth(db: Db): Promise<Growth> {
  const { rows: names } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(db)
  const sizes = names.map(({ name }) => sql`select sum(pg_column_size(t.*) + 4) as bytes from ${sql.table(name)} t`)
  const { rows } = await sql<Growth>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as log_bytes,
      (select sum(bytes)::float8 from (${sql.join(sizes, sql` union all `)}) each) as row_bytes`.execute(db)
  return rows[0] ?? { logBytes: 0, rowBytes: 0 }
}
