import { AsyncLocalStorage } from 'node:async_hooks'
import type { Socket } from 'node:net'
import { CamelCasePlugin, type Insertable, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { PreparingDialect } from './prepared.ts'
import { shareOut } from './share.ts'
import type { Tables } from './tables.ts'

/**
 * A database connection. Reads accept a `Db` or a `Tx`. Functions whose writes must be atomic require a `Tx`; passing a plain connection is a type error.
 */
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** True in a transaction, where a function that also only reads may store its result. */
export const isTx = (db: Db): db is Tx => db.isTransaction

/** A row to insert from which no column may be missing. Undefined stands for the database's default. */
export type EveryColumn<Table> = {
  readonly [Column in keyof Insertable<Table>]-?: Pick<Insertable<Table>, Column> extends Required<
    Pick<Insertable<Table>, Column>
  >
    ? Insertable<Table>[Column]
    : Insertable<Table>[Column] | undefined
}

/** The location of PostgreSQL: the embedded server's socket, or a connection string. */
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
  /** The server cancels statements that take longer, so that one bad query cannot hold a connection indefinitely. */
  readonly statementTimeoutMs: number
  /** Multiplies every timeout, including the statement timeout. */
  readonly patience?: number
}

const bigintOid = 20

/**
 * Idle time until an unused connection is closed. Longer than every polling interval, because opening a connection
 * costs as much as a hundred short statements.
 */
const idleMs = 60_000

/** Parses bigint as a number: counts and sequence numbers fit. `pg` reads all other types as usual. */
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
  // Errors on a connection that we are closing are expected.
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
 * Closes a connection that has stopped responding. The server normally ends a slow statement itself and
 * reports it. If that report does not arrive, the server is unreachable (cable, firewall, frozen machine): destroying the socket fails the waiting query and keeps the connection from being reused.
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

interface DbOptions {
  /** Set to false behind a pooler that shares a session's prepared statements between clients. */
  readonly prepare?: boolean
}

export function openDb(pool: pg.Pool, { prepare = true }: DbOptions = {}): Db {
  const shared = shareOut(pool)
  return new Kysely<Tables>({
    dialect: prepare ? new PreparingDialect(shared) : new PostgresDialect({ pool: shared }),
    // Without this option, the plugin also rewrites keys inside JSON columns.
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}

/**
 * A request's conditions on its transactions, whichever action opens them: that a resource is still the version that
 * the client read, and that no request with the same Idempotency-Key has run. A condition that fails throws, and the
 * transaction is rolled back.
 */
interface Conditions {
  /** Runs first in each transaction. */
  begin(tx: Tx): Promise<void>
  /** Runs last in each transaction, before it commits. */
  commit(tx: Tx): Promise<void>
}

const required = new AsyncLocalStorage<Conditions>()

/** Runs `work` so that each of its transactions is subject to the conditions. */
export const runUnder = (conditions: Conditions, work: () => void): void => required.run(conditions, work)

/** Runs work in one transaction. Never call the network, storage or mail inside it. */
export function inTx<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const conditions = required.getStore()
  if (!conditions) return db.transaction().execute(work)
  return db.transaction().execute(async (tx) => {
    await conditions.begin(tx)
    const result = await work(tx)
    await conditions.commit(tx)
    return result
  })
}
