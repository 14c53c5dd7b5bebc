import type { Socket } from 'node:net'
import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { shareOut } from './share.ts'
import type { Tables } from './tables.ts'

/** Reads may take either; whatever must not be half done asks for a `Tx`, as which a plain connection cannot pose. */
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** Where PostgreSQL is: the embedded server's socket, or a connection string. */
export type Connection =
  | { readonly connectionString: string }
  | { readonly host: string; readonly port: number; readonly user: string; readonly database: string }

export interface PoolOptions {
  readonly name: string
  readonly max: number
  /** A statement that takes longer is ended by the server, so that one bad query cannot hold a connection for ever. */
  readonly statementTimeoutMs: number
  /** False behind a pooler that hands a session's statements to another client. */
  readonly prepare?: boolean
  /** How many times longer than usual everything may take, the statement too. */
  readonly patience?: number
}

const bigintOid = 20

/** Counts and sequence numbers fit a JavaScript number; everything else is read as `pg` reads it. */
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
    // Waiting for a turn and then connecting may take this long each.
    connectionTimeoutMillis: 2_400 * patience,
    statement_timeout: statementTimeoutMs,
    lock_timeout: 2_000 * patience,
    idle_in_transaction_session_timeout: 10_000 * patience,
  })
  if (options.prepare !== false) pool.on('connect', prepareHotStatements)
  if (statementTimeoutMs > 0) endWhenSilent(pool, statementTimeoutMs + graceMs)
  // Of a connection that we are closing ourselves it is no news that it is lost.
  const onLost = (error: Error): void => {
    if (!pool.ending) onError(error)
  }
  // Without listeners a connection that the server closes would end the process: the pool's is for idle ones, each
  // client's own for those that are lent out and between two statements.
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
  return pool
}

const graceMs = 500

/**
 * The server ends a slow statement by itself and says so. When not even that arrives, it is gone without a word (a cable,
 * a firewall, a frozen machine): the connection is given up, so that what waits on it is told and no other takes it.
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

const hot = /^\s*\/\* hot: ([a-z-]+) \*\//

/**
 * A statement that begins with a comment such as `/* hot: … *\/` is planned once on each connection, not at
 * each call. That halves the cost of a small read. It is for statements whose text never changes, since each name
 * stands for one text.
 */
function prepareHotStatements(client: pg.PoolClient): void {
  const plain = client.query.bind(client) as (text: unknown, values?: unknown, done?: unknown) => unknown
  const prepared = (text: unknown, values?: unknown, done?: unknown): unknown => {
    const name = typeof text === 'string' ? hot.exec(text)?.[1] : undefined
    return name === undefined ? plain(text, values, done) : plain({ name, text, values }, done)
  }
  client.query = prepared as typeof client.query
}

export function openDb(pool: pg.Pool): Db {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: shareOut(pool) }),
    // Without the option the plugin rewrites keys inside JSON columns too.
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}

/** One transaction: all of it or nothing. Neither the network nor storage nor mail is ever called inside. */
export function inTx<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(work)
}
