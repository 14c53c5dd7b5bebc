import type { Readable } from 'node:stream'
import { type Partition, quote, type SequenceValue, type SnapshotTable } from './catalogue.ts'
import { copyIn, type TextMark } from './copy.ts'
import { inSessionTx, type Session } from './session.ts'

interface SnapshotToLoad<Table extends SnapshotTable> {
  readonly tables: readonly Table[]
  readonly partitions: readonly Partition[]
  readonly sequences: readonly SequenceValue[]
  /** Opens the text of a table. */
  open(table: Table): Promise<Readable>
  /** Checks what was written. If it throws, everything is rolled back. */
  check(table: Table, written: TextMark): void
}

/**
 * Fills a database that has the schema of the snapshot and none of its rows, in one transaction. Foreign keys are
 * dropped and recreated at the end, which also validates them. Triggers are disabled, because the snapshot includes
 * their effects. Both require the owner of the tables, not a superuser.
 */
export async function loadSnapshot<Table extends SnapshotTable>(
  session: Session,
  { tables, partitions, sequences, open, check }: SnapshotToLoad<Table>,
): Promise<void> {
  await inSessionTx(session, 'begin', async () => {
    await makePartitions(session, partitions)
    // Migrations write a few rows themselves.
    if (tables.length > 0) await session.query(`truncate ${tables.map(({ name }) => quote(name)).join(', ')} cascade`)
    const keys = await listForeignKeys(session)
    for (const { table, name } of keys)
      await session.query(`alter table ${quote(table)} drop constraint ${quote(name)}`)
    const all = await listEveryTable(session)
    for (const name of all) await session.query(`alter table ${quote(name)} disable trigger user`)
    for (const table of tables) check(table, await copyIn(session, table, await open(table)))
    for (const { name, last, isCalled } of sequences)
      await session.query('select setval($1::regclass, $2, $3)', [quote(name), last, isCalled])
    for (const name of all) await session.query(`alter table ${quote(name)} enable trigger user`)
    for (const { table, name, definition } of keys)
      await session.query(`alter table ${quote(table)} add constraint ${quote(name)} ${definition}`)
  })
  await session.query('analyze')
}

/** Creates the snapshot's partitions and drops those that a migration created for another time. */
async function makePartitions(session: Session, wanted: readonly Partition[]): Promise<void> {
  const { rows } = await session.query<{ name: string }>(`
    select relname as name from pg_class
     where relnamespace = quote_ident(current_schema())::regnamespace and relispartition and relkind = 'r'`)
  for (const { name } of rows) await session.query(`drop table ${quote(name)}`)
  for (const { name, of, bound } of wanted)
    await session.query(`create table ${quote(name)} partition of ${quote(of)} ${bound}`)
}

async function listForeignKeys(session: Session) {
  const { rows } = await session.query<{ table: string; name: string; definition: string }>(`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
      from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and k.conparentid = 0 and c.relnamespace = quote_ident(current_schema())::regnamespace
     order by c.relname, k.conname`)
  return rows
}

async function listEveryTable(session: Session): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(`
    select relname as name from pg_class
     where relnamespace = quote_ident(current_schema())::regnamespace and relkind in ('r', 'p') and relname not like 'schema\\_migration%'
     order by relname`)
  return rows.map(({ name }) => name)
}
