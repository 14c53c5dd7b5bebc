import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { loadConfig } from '#app/config.ts'
import type { Role } from '#app/run.ts'
import type { Connection } from '#infra/db/client.ts'
import { openFreshDatabase, openLiveDatabase } from './database.ts'
import { patienceMs } from './patience.ts'
import { until } from './until.ts'

export { until } from './until.ts'

const checkout = fileURLToPath(new URL('../..', import.meta.url))
/** Posthorn as a real process: from a package if the whole suite runs, otherwise from the sources. */
export const bin = join(process.env.POSTHORN_TEST_PROGRAM ?? checkout, 'bin/posthorn.mjs')

interface Room extends AsyncDisposable {
  /** The working folder, with a space in its path. */
  readonly path: string
  readonly dataDir: string
  /** Starts posthorn without waiting. */
  begin(args: readonly string[], options?: BeginOptions): Started
  /** Runs posthorn and waits until it ends. */
  run(args: readonly string[], options?: BeginOptions): Promise<Ended>
  /**
   * Runs a short posthorn command in this process, because starting a process costs many times what the command does.
   * The simulated user answers the prompts in order and has typed the input beforehand.
   */
  ask(args: readonly string[], settings?: Readonly<Record<string, string>>, keys?: Keys): Promise<Answered>
  /**
   * Hosts a Posthorn in this process, for tests where a separate process would show nothing more. It is ready when this
   * resolves.
   */
  host(roles: readonly Role[], settings?: Readonly<Record<string, string>>): Promise<Hosted>
}

interface Keys {
  readonly answers?: readonly string[]
  readonly input?: string
  /** The width of the terminal, if there is one. */
  readonly columns?: number
  /** The person's clock. If omitted, this machine's. */
  readonly now?: () => Date
  /** Called instead of a wait, with the output so far. */
  readonly whileWaiting?: (output: string) => Promise<void>
}

interface BeginOptions {
  readonly settings?: Readonly<Record<string, string>>
  /** Another Node to run, with its options. */
  readonly node?: readonly string[]
  /** The script to run instead of posthorn. */
  readonly script?: readonly string[]
  readonly uid?: number
}

interface Ended {
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

interface Hosted {
  output(): string
  says(pattern: RegExp): Promise<unknown>
  stop(): Promise<void>
}

interface Answered extends Omit<Ended, 'signal'> {
  /** The transient lines, such as progress. */
  readonly flashed: readonly (string | null)[]
}

export interface Started {
  readonly process: ChildProcess
  readonly ended: Promise<Ended>
  /** Waits for the end, and fails if it takes too long. */
  endedInTime(): Promise<Ended>
  /** Kills the process and everything it started except the database. */
  endAll(): void
  /** All output so far, of stdout and stderr. */
  output(): string
  /** Waits until the output matches and returns the pattern's groups. Fails if the process ends before that. */
  says(pattern: RegExp): Promise<readonly string[]>
  /** Returns the URL of the API once it is ready. */
  ready(): Promise<string>
  stop(signal?: NodeJS.Signals): Promise<Ended>
}

/** Setting for the compile cache. Code that the suite's other processes have loaded need not be compiled again. */
const compiled = process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {}
const { PATH: pathOfPrograms = '' } = process.env

export async function openRoom(settings: Readonly<Record<string, string>> = {}): Promise<Room> {
  const path = await mkdtemp(join(tmpdir(), 'posthorn room '))
  await chmod(path, 0o755)
  const dataDir = join(path, 'data')
  const all: Started[] = []
  const hosted: Hosted[] = []
  const begin: Room['begin'] = (args, options = {}) => {
    const [node = process.execPath, ...flags] = options.node ?? []
    const one = start([...flags, ...(options.script ?? [bin]), ...args], {
      node,
      cwd: path,
      env: {
        PATH: pathOfPrograms,
        HOME: path,
        PORT: '0',
        SANDBOX: 'off',
        WEB: 'off',
        ...compiled,
        ...settings,
        ...options.settings,
      },
      ...(options.uid === undefined ? {} : { uid: options.uid }),
    })
    all.push(one)
    return one
  }
  return {
    path,
    dataDir,
    begin,
    run: (args, options) => begin(args, options).endedInTime(),
    ask: (args, more = {}, keys = {}) =>
      ask(args, { HOME: path, DATA_DIR: dataDir, PORT: '0', SANDBOX: 'off', WEB: 'off', ...settings, ...more }, keys),
    async host(roles, more = {}) {
      const one = await host(roles, { DATA_DIR: dataDir, PORT: '0', SANDBOX: 'off', WEB: 'off', ...settings, ...more })
      hosted.push(one)
      return one
    },
    async [Symbol.asyncDispose]() {
      for (const one of hosted) await one.stop()
      for (const one of all) one.endAll()
      await Promise.all(all.map((one) => one.ended))
      await endDatabasesIn(path)
      await rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

interface SpawnOptions {
  readonly node: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly uid?: number
}

function start(args: readonly string[], { node, ...options }: SpawnOptions): Started {
  // Uses its own process group, so that all of it can be ended even if the first process is gone.
  const child = spawn(node, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const endAll = (): void => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // The whole group has already ended.
    }
  }
  const text = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text.out += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    text.err += chunk
  })
  const ended = once(child, 'close').then(([status, signal]): Ended => ({ status, signal, ...text }))
  const endedInTime = async (): Promise<Ended> => {
    const late = setTimeout(endAll, patienceMs())
    const end = await ended
    clearTimeout(late)
    if (end.signal === 'SIGKILL') throw new Error(`The process did not exit:\n${text.out}${text.err}`)
    return end
  }
  const output = (): string => text.out + text.err
  const says = async (pattern: RegExp): Promise<readonly string[]> => {
    for (const begun = performance.now(); performance.now() - begun < patienceMs(); await sleep(10)) {
      const found = pattern.exec(output())
      if (found) return found
      if (child.exitCode !== null || child.signalCode !== null) {
        await ended
        const last = pattern.exec(output())
        if (last) return last
        throw new Error(`It ended (${child.exitCode ?? child.signalCode}) and never said ${pattern}:\n${output()}`)
      }
    }
    throw new Error(`It never said ${pattern}:\n${output()}`)
  }
  return {
    process: child,
    ended,
    output,
    says,
    async ready() {
      await says(/^ {2}ready$/m)
      return (await says(/API +(http\S+)/))[1] ?? ''
    },
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      return await endedInTime()
    },
    endedInTime,
    endAll,
  }
}

async function ask(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  { answers = [], input, columns, now = () => new Date(), whileWaiting }: Keys,
): Promise<Answered> {
  const text = { out: '', err: '' }
  const typed = [...answers]
  const flashed: (string | null)[] = []
  const { answer } = await import('../../src/main/answer.ts')
  const status = await answer(args, {
    environment: settings,
    readSettings: async () => settings,
    say: (message) => {
      text.out += `${message}\n`
    },
    flash: (line) => void flashed.push(line),
    ask: async () => typed.shift() ?? null,
    askSecret: async () => typed.shift() ?? null,
    readInput: async () => input ?? null,
    columns: columns ?? null,
    hasColour: false,
    onUnread: () => {},
    now,
    wait: async (ms) => (whileWaiting ? await whileWaiting(text.err) : await sleep(ms)),
    complain: (message) => {
      text.err += `${typeof message === 'string' ? message : inspect(message)}\n`
    },
  })
  return { status, ...text, flashed }
}

async function host(roles: readonly Role[], settings: Readonly<Record<string, string>>): Promise<Hosted> {
  const { run } = await import('#app/run.ts')
  const lines: string[] = []
  const output = () => lines.join('\n')
  const config = loadConfig({ LOG_LEVEL: 'silent', ...settings })
  const running = await run(config, { roles, say: (message) => lines.push(message) })
  return { output, says: (pattern) => until(`it says ${pattern}`, () => pattern.exec(output())), stop: running.stop }
}

/** The process IDs of the database servers that run below a folder. */
export async function databasesIn(path: string): Promise<number[]> {
  // With types, a symbolic link to a folder is not followed.
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter(({ name }) => name === 'postmaster.pid')
  const texts = await Promise.all(
    files.map((file) => readFile(join(file.parentPath, file.name), 'utf8').catch(() => '')),
  )
  return texts.map((text) => Number(text.split('\n')[0])).filter((pid) => pid > 0 && isAlive(pid))
}

async function endDatabasesIn(path: string): Promise<void> {
  for (const pid of await databasesIn(path)) {
    process.kill(pid, 'SIGINT')
    await until(`the database ${pid} ends`, () => !isAlive(pid))
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Returns the URL of an empty database on this run's server, as an operator would set DATABASE_URL. */
export const emptyDatabaseUrl = async (): Promise<string> => urlOf(await openFreshDatabase())

/** Returns the URL of a migrated database, for tests that are not about migration. */
export const liveDatabaseUrl = async (): Promise<string> => urlOf(await openLiveDatabase())

function urlOf(place: Connection): string {
  if ('connectionString' in place) return place.connectionString
  return `postgres://${place.user}@${encodeURIComponent(place.host)}:${place.port}/${place.database}`
}

/** Returns a Node that is too old: the machine's own if there is one, otherwise ours with another version number. */
export const oldNode = (): readonly string[] =>
  findOldNode() ?? [
    process.execPath,
    '--import',
    `data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.11.0"}})`,
  ]

function findOldNode(): readonly string[] | null {
  for (const folder of pathOfPrograms.split(delimiter)) {
    const node = join(folder, 'node')
    const { status, stdout } = spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' })
    if (status === 0 && Number.parseInt(stdout, 10) < 24) return [node]
  }
  return null
}
