import pg from 'pg'
import type { Connection } from '../client.ts'

/** A single connection for work of any duration: its statements have no timeout. */
export type Session = pg.Client

/**
 * Settings that determine how PostgreSQL writes a value as text. A backup must be the same text on every server. The
 * search_path stays the same as that of all other connections, because it determines which tables are found.
 */
const settings = `
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '30s';
  set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set bytea_output = 'hex'; set extra_float_digits = 1; set synchronize_seqscans = off`

export async function withSession<Result>(
  connection: Connection,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const session = new pg.Client({ ...connection, application_name: 'posthorn backup', keepAlive: true })
  // A connection lost between two statements fails the next one.
  session.on('error', () => {})
  await session.connect()
  try {
    await session.query(settings)
    return await work(session)
  } finally {
    await session.end().catch(() => {})
  }
}

/**
 * Runs work in one transaction. After an error the session has to be closed, which rolls everything back: a connection
 * in the middle of a COPY does not accept another statement.
 */
export async function inSessionTx<Result>(
  session: Session,
  begin: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await session.query(begin)
  const result = await work()
  await session.query('commit')
  return result
}

/** Takes a named lock until the session ends. Returns false while another session has it. */
export async function takeSessionLock(session: Session, name: string): Promise<boolean> {
  const { rows } = await session.query<{ taken: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
    [name],
  )
  return rows[0]?.taken ?? false
}

/**
 * Returns the connection to a new database of the same server. It has the schema `public` and no other, whatever the
 * search_path of the role names.
 */
export function inNewDatabase(connection: Connection, database: string): Connection {
  const options = '-c search_path=public'
  if (!('connectionString' in connection)) return { ...connection, database, options }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  url.searchParams.set('options', options)
  return { connectionString: url.href }
}
