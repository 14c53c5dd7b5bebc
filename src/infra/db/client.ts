import type { Socket } from 'node:net'
import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { PreparingClient } from './preparing-client.ts'
import { shareOut } from './share.ts'
import type { Tables } from './tables.ts'

/**
 * A database connection. Reads accept a `Db` or a `Tx`; a function whose writes must be atomic demands a `Tx`, and the
 * types refuse a plain connection there.
 */
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** The address of PostgreSQL: the embedded server's socket, or a connection string. */
export type Connection =
  | { readonly connectionString: string }
  | {
      readonly host: string
      readonly port: number
      readonly user: string
      readonly database: string
      /** Options of the session, as the command line of PostgreSQL takes them. */
      readonly options?: string
    }

interface PoolOptions {
  readonly name: string
  readonly max: number
  /** The server ends a statement that takes longer, so that one bad query cannot hold a connection for ever. */
  readonly statementTimeoutMs: number
  /** False behind a pooler that hands the prepared statements of a session to another client. */
  readonly prepare?: boolean
  /** Multiplies every timeout, the statement's included. */
  readonly patience?: number
}

const bigintOid = 20

/**
 * The time after which an unused connection is closed. It is longer than the pauses of every loop, because a new
 * connection costs PostgreSQL and this process as much as a hundred short statements.
 */
const idleMs = 60_000

/** Reads bigint as a number: counts and sequence numbers fit one. `pg` reads all other types as usual. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === bigintOid ? Number : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}

export function openPool(connection: Connection, options: PoolOptions, onError: (error: Error) => void): pg.Pool {
  const { patience = 1 } = options
  const statementTimeoutMs = options.statementTimeoutMs * patience
  const pool = new pg.Pool({
    ...connection,
    types,
    Client: options.prepare === false ? pg.Client : PreparingClient,
    max: options.max,
    application_name: `posthorn ${options.name}`,
    // Limits the wait for a free connection, and then the time to connect.
    connectionTimeoutMillis: 2_400 * patience,
    idleTimeoutMillis: idleMs,
    statement_timeout: statementTimeoutMs,
    lock_timeout: 2_000 * patience,
    idle_in_transaction_session_timeout: 10_000 * patience,
  })
  if (statementTimeoutMs > 0) endWhenSilent(pool, statementTimeoutMs + graceMs)
  // The loss of a connection that we are closing ourselves is expected.
  const onLost = (error: Error): void => {
    if (!pool.ending) onError(error)
  }
  // Without listeners, a connection that the server closes would end the process. The pool's listener covers idle
  // connections; each client's own covers connections in use, between two statements.
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
  return pool
}

const graceMs = 500

/**
 * Closes a connection on which the database has fallen silent. The server normally ends a slow statement itself and
 * reports it. When not even that report arrives, the server is gone without notice (a cable, a firewall, a frozen
 * machine): destroying the socket fails the waiting query and keeps the connection from being reused.
 */
function endWhenSilent(pool: pg.Pool, ms: number): void {
  const socketOf = (client: pg.PoolClient): Socket =>
    (client as unknown as { connection: { stream: Socket } }).connection.stream
  pool.on('connect', (client) => {
    const socket = socketOf(client)
    socket.on('timeout', () => socket.destroy(new Error('Connection terminated: the database is silent')))
  })
  pool.on('acquire', (client) => socketOf(client).setTimeout(ms))
  pool.on('release', (_error, client) => socketOf(client).setTimeout(0))
}

export function openDb(pool: pg.Pool): Db {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: shareOut(pool) }),
    // Without the option the plugin rewrites keys inside JSON columns too.
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}

/** Runs work in one transaction: all of it or nothing. The network, storage and mail are never called inside. */
export function inTx<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(work)
}
