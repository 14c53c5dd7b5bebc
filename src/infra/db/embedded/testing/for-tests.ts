import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbedded } from '../index.ts'
import { isGone, readPidFile } from '../pid-file.ts'

/**
 * Creates a folder for a test that the database's account may enter. Disposing of it stops every server that is left in
 * it.
 */
export async function openRoom(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'posthorn test '))
  await chmod(path, 0o755)
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      // A server that is still supervised would be restarted.
      for (const server of started.splice(0)) await server.stop().catch(() => {})
      for (const pid of await postmastersIn(path)) await kill([pid])
      await rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

async function postmastersIn(path: string): Promise<number[]> {
  // With types, a symbolic link to a folder is not followed.
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])
  const found = entries.filter(({ name }) => name === 'postmaster.pid')
  const files = await Promise.all(found.map(({ parentPath }) => readPidFile(parentPath)))
  return files.flatMap((file) => (file ? [file.pid] : []))
}

const started: EmbeddedPostgres[] = []

export async function start(
  dataDir: string,
  say: (message: string) => void = () => {},
  stateDir = join(dataDir, '..', 'state'),
): Promise<EmbeddedPostgres> {
  const server = await startEmbedded({ dataDir, say, settings: { fsync: 'off' }, stateDir })
  started.push(server)
  return server
}

export async function query(server: EmbeddedPostgres, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ ...server.connection, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** Much longer than anything here takes, so that a slow, busy machine does not fail a test. */
const patienceMs = 300_000

export async function until<T>(what: string, look: () => Promise<T | null | undefined | false>): Promise<T> {
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    const seen = await look()
    if (seen) return seen
    await sleep(10)
  }
  throw new Error(`Not within the deadline: ${what}.`)
}

export const postmasterPid = async (dataDir: string): Promise<number> =>
  until('the server writes its number', async () => (await readPidFile(join(dataDir, 'postgres')))?.pid)

/** Kills processes at once and waits until all are gone; zombies count as gone. */
export async function kill(pids: readonly number[]): Promise<void> {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process had already exited.
    }
  }
  for (const pid of pids) await until(`process ${pid} goes`, () => isGone(pid))
}

/** Returns a server's pid and those of its child processes if /proc shows them; otherwise only its own pid. */
export async function familyOf(pid: number): Promise<number[]> {
  const numbers = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const children = await Promise.all(
    numbers.map(async (name) => {
      const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
      return Number(/\) \S (\d+)/.exec(text)?.[1]) === pid ? [Number(name)] : []
    }),
  )
  return [pid, ...children.flat()]
}

interface Writer {
  readonly process: ChildProcess
  /** The rows that the server has acknowledged. */
  readonly acknowledged: ReadonlySet<number>
  /** Returns the last part of its error output so far. */
  output(): string
  /** Settles when the process ends, with the last part of its error output. */
  readonly ended: Promise<string>
}

/** Starts another Posthorn process that brings the database up and writes rows as fast as it can. */
export function startWriter(dataDir: string): Writer {
  const file = fileURLToPath(new URL('./writing-child.ts', import.meta.url))
  const child = spawn(process.execPath, [file, dataDir], { stdio: ['ignore', 'pipe', 'pipe'] })
  const acknowledged = new Set<number>()
  createInterface({ input: child.stdout }).on('line', (line) => acknowledged.add(Number(line)))
  let words = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    words = (words + chunk).slice(-4_000)
  })
  return { process: child, acknowledged, output: () => words, ended: once(child, 'close').then(() => words) }
}
