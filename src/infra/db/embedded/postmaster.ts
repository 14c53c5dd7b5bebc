import { spawn } from 'node:child_process'
import { open, rename, stat, truncate } from 'node:fs/promises'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { keepOwner } from '#infra/files/keep-owner.ts'
import { isGone, readPidFile, staleNumber } from './pid-file.ts'
import type { Binaries } from './programs/binaries.ts'
import { type Account, programEnv } from './programs/run-program.ts'

/** The facts about the database that the supervisor's parts share. */
export interface Home {
  readonly database: string
  readonly socketFolder: string
  readonly logFile: string
  readonly binaries: Binaries
  readonly account: Account
  readonly settings: Readonly<Record<string, string>>
  say(message: string): void
}

/** Settings for a small machine: little memory, no unneeded processes, little logging, every commit durable. */
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
  // Saves three processes. Reading ahead in the background has no benefit if the data fits into memory.
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Statements contain user data, which must not be logged.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

const logMaxBytes = 5_000_000

export interface Postmaster {
  /** Null while the server runs; afterwards, the last output of its log. */
  ended(): string | null
}

/**
 * Starts the server in its own session, so that a Ctrl-C meant for us does not end it during our last requests.
 */
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
    lastWords = reason || (await readFrom(home.logFile, startsAt)) || 'its log has no message'
  }
  child.once('error', (error) => void end(error.message))
  child.once('exit', (_, signal) => void end(signal ? `ended by ${signal}` : ''))
  await log.close()
  return { ended: () => lastWords }
}

/** Quotes a folder's name: it may contain commas and quotes, which have a meaning in a list of folders. */
const quoted = (folder: string): string => `"${folder.replaceAll('"', '""')}"`

async function openLog(file: string): Promise<Awaited<ReturnType<typeof open>>> {
  const size = (await stat(file).catch(() => null))?.size ?? 0
  if (size > logMaxBytes) await rename(file, `${file}.1`)
  const log = await open(file, 'a', 0o600)
  await keepOwner(file)
  return log
}

/**
 * Empties a log that has grown too long. The server keeps the file open and appends to it, so the log cannot be moved.
 */
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
 * Ends the server: sessions are cut off, open transactions roll back, everything is written to disk. The pid comes from
 * the folder, because another process may have started the server. A server is killed only if it does not end in time,
 * which does not lose commits either.
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
