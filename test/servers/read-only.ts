import pg from 'pg'
import type { Connection } from '#infra/db/client.ts'

/**
 * Makes a database read-only or writable, like a failover: open sessions are terminated before it returns, and new ones
 * have the new state.
 */
export async function setReadOnly(connection: Connection, to: 'on' | 'off'): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('set default_transaction_read_only = off')
    const { rows } = await client.query<{ name: string }>('select current_database() as name')
    await client.query(`alter database ${rows[0]?.name} set default_transaction_read_only = ${to}`)
    await client.query(`select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
  } finally {
    await client.end()
  }
}
