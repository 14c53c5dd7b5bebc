import { sql } from 'kysely'
import type { Db } from './client.ts'

/**
 * Thrown if the connections to the database would not all find the same tables. All statements name tables without a
 * schema, so every connection needs the search_path with which the tables were created.
 */
export class LayoutFault extends Error {
  override readonly name = 'LayoutFault'
}

interface Layout {
  /** The existing schemas of the search_path, in order. New tables are created in the first. */
  readonly path: readonly string[]
  /** The schema of Posthorn's tables. Null if there are none yet. */
  readonly home: string | null
}

async function readLayout(db: Db): Promise<Layout> {
  const { rows } = await sql<Layout>`
    select current_schemas(false)::text[] as path, (
      select n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.oid = to_regclass('installation'))::text as home`.execute(db)
  return rows[0] ?? { path: [], home: null }
}

/** Refuses a database in which new tables would be created in a different schema than the existing ones. */
export async function requireOneSchema(db: Db): Promise<void> {
  const { path, home } = await readLayout(db)
  const [first] = path
  if (first === undefined)
    throw new LayoutFault(
      'No schema of the search_path exists, so no table can be created. Create the schema that it names, or change it: ' +
        'alter role … set search_path = …',
    )
  if (home !== null && home !== first)
    throw new LayoutFault(
      `Posthorn’s tables are in the schema ${home}, but new ones would be created in ${first}, which comes first in ` +
        `the search_path. Put ${home} first: alter role … set search_path = ${home}`,
    )
}

/** Refuses two connections to one database that find different schemas, for example past a pooler and through it. */
export async function requireSameSchemas(db: Db, direct: Db): Promise<void> {
  const [through, past] = await Promise.all([readLayout(db), readLayout(direct)])
  if (through.path.join() === past.path.join()) return
  throw new LayoutFault(
    `DATABASE_URL finds the schemas ${through.path.join(', ')}, and DATABASE_DIRECT_URL ${past.path.join(', ')}. Give both ` +
      'the same search_path, preferably on the role: alter role … set search_path = …',
  )
}
