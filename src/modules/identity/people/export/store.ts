import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import { before, hours } from '#kernel/clock.ts'
import type { UserId } from '#kernel/ids.ts'
import type { RowsOfPerson } from './exporter.ts'

const atOnce = 500

interface Row {
  readonly json: string
  readonly key: readonly string[]
}

/** Reads a user's rows a few hundred at a time, each as JSON. */
export async function* readRows(db: Db, of: RowsOfPerson, uid: UserId): AsyncGenerator<string> {
  const hidden = [...(of.without ?? []), ...(await listByteColumns(db, of.table))]
  for (let last: Row | undefined; ; ) {
    const rows: readonly Row[] = await readPage(db, { of, uid, hidden, last })
    for (const { json } of rows) yield json
    last = rows.at(-1)
    if (rows.length < atOnce) return
  }
}

interface Page {
  readonly of: RowsOfPerson
  readonly uid: UserId
  readonly hidden: readonly string[]
  /** The last row of the previous page. */
  readonly last: Row | undefined
}

async function readPage(db: Db, { of, uid, hidden, last }: Page): Promise<readonly Row[]> {
  const columns = of.key.map((name) => sql.ref(`t.${name}`))
  const key = sql.join(columns)
  const asText = sql.join(columns.map((column) => sql`${column}::text`))
  const isLater = last === undefined ? sql`true` : sql`(${key}) > (${sql.join(last.key)})`
  const { rows } = await sql<Row>`
    select (to_jsonb(t) - ${[...hidden]}::text[])::text as json, array[${asText}] as key
    from ${sql.table(of.table)} t where ${ownedBy(of, uid)} and ${isLater} order by ${key} limit ${atOnce}`.execute(db)
  return rows
}

const ownedBy = ({ by, through }: RowsOfPerson, uid: UserId): RawBuilder<unknown> =>
  through === undefined
    ? sql`${sql.ref(`t.${by}`)} = ${uid}`
    : sql`${sql.ref(`t.${by}`)} in (
        select ${sql.ref(`o.${through.key}`)} from ${sql.table(through.table)} o where ${sql.ref(`o.${through.by}`)} = ${uid})`

/** Lists the byte columns: hashes, and values that only the service can open. */
async function listByteColumns(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname::text as name from pg_attribute
    where attrelid = ${table}::text::regclass and attnum > 0 and not attisdropped
      and atttypid = 'bytea'::regtype`.execute(db)
  return rows.map(({ name }) => name)
}

export const exportEveryMs = hours(1)

/** Records an export. Returns false if the last one is too recent. */
export async function noteExport(tx: Tx, uid: UserId, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update app_user set exported_at = ${now} where id = ${uid}
      and (exported_at is null or exported_at <= ${before(now, exportEveryMs)}) returning id`.execute(tx)
  return rows.length > 0
}
