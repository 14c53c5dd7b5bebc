import { sql } from 'kysely'
import type { Db } from '../client.ts'

interface Holder {
  readonly pid: number
  readonly name: string
  readonly since: Date | null
}

/** Names the session that migrates the database; null if there is none. */
export async function nameMigrating(db: Db, lockKey: string): Promise<string | null> {
  const { rows } = await sql<Holder>`
    select a.pid, a.application_name as name, a.backend_start as since from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and l.objsubid = 1 and l.granted and l.pid <> pg_backend_pid()
      and l.database = (select oid from pg_database where datname = current_database())
      and (l.classid::bigint << 32 | l.objid::bigint) = ${lockKey}::bigint`.execute(db)
  return rows[0] ? nameOf(rows[0]) : null
}

/** Names the oldest transactions of other sessions in this database. One of them holds what a migration needs. */
export async function nameHolders(db: Db): Promise<string> {
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
