import { type RawBuilder, sql } from 'kysely'
import { type Db, inTx } from '#infra/db/client.ts'

/** Copies all tables and returns a function that restores them, like a dump that is loaded into the same tables. */
export async function backUpTables(db: Db): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(db)
  await sql`create schema backup`.execute(db)
  const columns = new Map<string, RawBuilder<unknown>>()
  for (const { name } of rows) {
    // A dump omits what the database computes.
    const stored = await sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${name} and is_generated = 'NEVER'`.execute(db)
    const list = sql.join(stored.rows.map((column) => sql.ref(column.name)))
    columns.set(name, list)
    await sql`create table ${sql.table(`backup.${name}`)} as select ${list} from ${sql.table(`public.${name}`)}`.execute(
      db,
    )
  }
  return () =>
    inTx(db, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      for (const { name } of rows) {
        const table = sql.table(`public.${name}`)
        await sql`delete from ${table}`.execute(tx)
        const list = columns.get(name)
        await sql`insert into ${table} (${list}) overriding system value
          select ${list} from ${sql.table(`backup.${name}`)}`.execute(tx)
      }
    })
}
