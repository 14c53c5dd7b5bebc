import { statSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { unavailable } from '../unavailable.ts'
import { servesFolder } from './serves-folder.ts'
import { port } from './socket-folder.ts'
import { isAlive } from './unique-suffix.ts'

/**
 * Allows one Posthorn process per folder, with an advisory lock held by a session. The lock ends with the process,
 * however that ends, so no start has to evaluate an old lock file.
 */

export const user = 'posthorn'
export const database = 'posthorn'

const nameStem = 'posthorn occupant '
/** The ASCII codes of "post" and "horn". */
const lock = [0x706f7374, 0x686f726e] as const

type Reached =
  | { readonly kind: 'open'; readonly client: pg.Client }
  /** The server exists but accepts no sessions: it is starting, recovering or shutting down. */
  | { readonly kind: 'not-yet'; readonly why: string }
  /** A server of another folder, whose data is not ours. */
  | { readonly kind: 'another' }
  | { readonly kind: 'nobody' }

const connectTimeoutMs = 3_000

/** Opens a session with the server that listens in a folder, if its data is in `home`. */
export async function reach(socketFolder: string, home: string): Promise<Reached> {
  if (!mayBeThere(join(socketFolder, `.s.PGSQL.${port}`))) return { kind: 'nobody' }
  const client = new pg.Client({
    host: socketFolder,
    port,
    user,
    database,
    application_name: nameStem + process.pid,
    connectionTimeoutMillis: connectTimeoutMs,
  })
  // The caller that takes the session listens for its end. Until then, an error must not end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    if (await servesFolder(client, home)) return { kind: 'open', client }
    await client.end()
    return { kind: 'another' }
  } catch (error) {
    // No termination message: writing to a closed socket would fail with a stack trace.
    socketOf(client).destroy()
    return judge(error as Error & { code?: string })
  }
}

const socketOf = (client: pg.Client): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

/** False if the file does not exist. A folder that this account cannot read may contain it. */
function mayBeThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

function judge(error: Error & { code?: string }): Reached {
  const code = error.code ?? ''
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return { kind: 'nobody' }
  if (code === '57P03' || code === '53300') return { kind: 'not-yet', why: error.message }
  if (code === 'EACCES' || code === 'EPERM') {
    throw unavailable(
      'Another account runs the database in this folder, and this account cannot connect to it. Start Posthorn as ' +
        'that account.',
      error,
    )
  }
  // A refusal with any other PostgreSQL code is final. A connection that was cut off or got no response may succeed
  // later.
  if (/^[0-9A-Z]{5}$/.test(code) && !code.startsWith('57')) throw error
  return { kind: 'not-yet', why: error.message }
}

const shortPatienceMs = 1_000
const longPatienceMs = 10_000

/**
 * Takes the lock, or refuses. A process that was just killed keeps its session for a moment, and one that is being
 * replaced needs a moment to exit, so taking the lock is retried for a while.
 */
export async function occupy(client: pg.Client, dataDir: string, signal: AbortSignal): Promise<void> {
  const startedAt = performance.now()
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [...lock])
    if (rows[0]?.taken) return
    const pid = await occupantPid(client)
    const patienceMs = pid !== null && !isAlive(pid) ? longPatienceMs : shortPatienceMs
    if (performance.now() - startedAt > patienceMs) {
      const who = pid === null ? '' : ` (pid ${pid})`
      throw unavailable(
        `${dataDir} is in use by another Posthorn process${who}. Stop it first, or choose another DATA_DIR.`,
      )
    }
    await sleep(50, undefined, { signal })
  }
}

async function occupantPid(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ name: string }>(
    `select activity.application_name as name
       from pg_locks
       join pg_stat_activity activity on activity.pid = pg_locks.pid
      where pg_locks.locktype = 'advisory' and pg_locks.granted and pg_locks.objsubid = 2
        and pg_locks.classid::bigint = $1 and pg_locks.objid::bigint = $2
        and activity.datname = current_database()`,
    [...lock],
  )
  const pid = Number(rows[0]?.name.slice(nameStem.length))
  return Number.isInteger(pid) && pid > 0 ? pid : null
}
