import { sql } from 'kysely'
import type { Db } from './client.ts'

/** The oldest PostgreSQL that Posthorn is tested on. */
export const oldestServer = { number: 150_000, name: '15' }

/** Reads the server's version: a number for comparing (180004) and a name for messages ("18.4"). */
export async function serverVersion(db: Db): Promise<{ readonly number: number; readonly name: string }> {
  const { rows } = await sql<{ number: number; name: string }>`
    select current_setting('server_version_num')::int as number, split_part(current_setting('server_version'), ' ', 1) as name`.execute(
    db,
  )
  const [version] = rows
  if (!version) throw new Error('The database server did not report its version.')
  return version
}
