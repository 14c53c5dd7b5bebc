import { spawn } from 'node:child_process'
import { open, rename, stat, truncate } from 'node:fs/promises'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { isGone, readPidFile, staleNumber } from './pid-file.ts'
import { type Account, programEnv } from './run-program.ts'

/** What all of the supervisor's parts need to know of the one database that it looks after. */
export interface Home {
  readonly database: string
  readonly socketFolder: string
  readonly logFile: string
  readonly binaries: Binaries
  readonly account: Account
  readonly settings: Readonly<Record<string, string>>
  say(message: string): void
}

/** For a small machine: little memory for itself, no process that is not needed, nothing said twice, every commit kept. */
const usualSettings: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '48MB',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  fsync: 'on',
  synchronous_commit: 'on',
  max_wal_size: '256MB',
  min_wal_size: '32MB',
  max_worker_processes: '2',
  max_logical_replication_workers: '0',
  max_parallel_workers_per_gather: '0',
  autovacuum_max_workers: '2',
  // Three processes fewer; reading ahead in the background gains nothing on data that fits into memory.
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Statements and the values in them belong to people; a log is no place for them.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

const logMaxBytes = 5_000_000

export interface Postmaster {
  /** Null while it runs; then what it wrote last. */
  ended(): string | null
}

/** Starts the server in a session of its own, so that a Ctrl-C meant for us does not take it away under our last requests. */
export async function spawnPostmaster(home: Home): Promise<Postmaster> {
  const log = await openLog(home.logFile)
  const startsAt = (await log.stat()).size
  const settings = {
    ...usualSettings,
    port: '5432',
    unix_socket_directories: quoted(home.socketFolder),
    ...home.settings,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const stale = await staleNumber(home.database)
  const child = spawn(home.binaries.postgres, ['-D', home.database, ...flags], {
    cwd: '/',
    env: stale === null ? programEnv : { ...programEnv, PG_GRANDPARENT_PID: String(stale) },
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    ...home.account,
  })
  child.unref()
  let lastWords: string | null = null
  const end = async (reason: string): Promise<void> => {
    lastWords = reason || (await readFrom(home.logFile, startsAt)) || 'it left no word in its log'
  }
  child.once('error', (error) => void end(error.message))
  child.once('exit', (_, signal) => void end(signal ? `ended by ${signal}` : ''))
  await log.close()
  return { ended: () => lastWords }
}

/** A folder's name may hold the commas and quotes that mean something in a list of folders. */
const quoted = (folder: string): string => `"${folder.replaceAll('"', '""')}"`

async function openLog(file: string): Promise<Awaited<ReturnType<typeof open>>> {
  const size = (await stat(file).catch(() => null))?.size ?? 0
  if (size > logMaxBytes) await rename(file, `${file}.1`)
  return open(file, 'a', 0o600)
}

/** The server appends to the file that is open, so a running one's log is emptied rather than moved. */
export async function boundLog(file: string): Promise<void> {
  const size = (await stat(file).catch(() => null))?.size ?? 0
  if (size > logMaxBytes) await truncate(file, 0).catch(() => {})
}

async function readFrom(file: string, position: number): Promise<string> {
  const handle = await open(file, 'r').catch(() => null)
  if (!handle) return ''
  const { buffer, bytesRead } = await handle
    .read({ buffer: Buffer.alloc(4_000), position })
    .finally(() => handle.close())
  return buffer.toString('utf8', 0, bytesRead).trim()
}

const fastMs = 30_000
const immediateMs = 5_000

/**
 * Ends the server: sessions are cut off, open transactions roll back, everything is written down. Whoever started it,
 * its number is in the folder. Only when it does not end in time is it ended the hard way, which loses no commit either.
 */
export async function shutDown(home: Home): Promise<void> {
  const file = await readPidFile(home.database)
  if (!file || (await staleNumber(home.database)) !== null) return
  for (const [signal, patienceMs] of [
    ['SIGINT', fastMs],
    ['SIGQUIT', immediateMs],
    ['SIGKILL', immediateMs],
  ] as const) {
    try {
      process.kill(file.pid, signal)
    } catch {
      return
    }
    if (await goes(file.pid, patienceMs)) return
    home.say(`PostgreSQL did not end within ${patienceMs / 1_000} s of ${signal}.`)
  }
}

async function goes(pid: number, patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    if (await isGone(pid)) return true
    await sleep(10)
  }
  return false
}
