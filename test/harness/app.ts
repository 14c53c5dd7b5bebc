import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '#app/config.ts'
import { createDeps, type Deps, type DepsOptions } from '#app/deps.ts'
import { type Seeded, seed, seedPassword } from '#app/development/seeds.ts'
import { createJobHandlers } from '#app/jobs/job-handlers.ts'
import { publishingOf } from '#app/publishing.ts'
import { createServer, portOf } from '#app/server.ts'
import type { Config } from '#infra/config/config.ts'
import type { Environment } from '#infra/config/environment.ts'
import type { Connection } from '#infra/db/client.ts'
import type { Edge } from '#infra/http/server.ts'
import { createLog } from '#infra/log/log.ts'
import type { Clock } from '#kernel/clock.ts'
import { toWire } from '#kernel/ids.ts'
import type { Sandbox } from '../../sandbox/index.ts'
import { documentOf } from './app/documents.ts'
import { createDueWork } from './app/due-work.ts'
import { emailOf, type Person, signUp } from './app/people.ts'
import { type Client, createClient } from './client.ts'
import { epoch, setTestClock } from './clock.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { noteClosed, noteOpened } from './leaks.ts'

export { loadConfig, type Person }

export interface TestApp extends AsyncDisposable {
  readonly app: Edge
  readonly deps: Deps
  readonly db: TestDatabase['db']
  readonly connection: Connection
  readonly url: string
  readonly folder: string
  readonly config: Config
  readonly seeded: Seeded
  /** The sandbox, which uses the application's clock. */
  readonly sandbox: Sandbox
  now(): Date
  /** A client without a credential. */
  readonly anyone: Client
  /** Returns the person with this name, signed up through the API on first use. */
  as(name: string): Promise<Person>
  /** Returns a client with this bearer token. */
  withToken(token: string): Client
  /** Advances the clock and runs everything due: crons, jobs, publications. */
  advance(ms: number): Promise<void>
  /** Advances the clock only, for tests in which other processes do the work. */
  turnClock(ms: number): Promise<void>
  /** Publishes due posts, runs the ready jobs, and seals new audit entries. */
  settle(): Promise<void>
  /** Creates another publishing engine, as another process would. */
  anotherEngine(): ReturnType<typeof publishingOf>
}

export interface AppOptions {
  readonly settings?: Readonly<Record<string, string>>
  /** Starts as another process on that application's database, with its clock. */
  readonly beside?: TestApp
  /** An existing database to use. It is closed with the application. */
  readonly database?: TestDatabase
  /** Seeds the users, profiles and keys of `npm run dev`; `as('ada')` then returns the seeded Ada. */
  readonly seeded?: boolean
  /** Starts a sandbox and uses its networks. An application started next to another one shares its sandbox. */
  readonly sandbox?: boolean
  /** Connectors to use instead of the application's. */
  readonly connectors?: DepsOptions['connectors']
  /** Also reads the metrics of posts and accounts when they are due. Most tests count calls of other kinds. */
  readonly numbers?: boolean
}

export const secretKey = '11'.repeat(32)

/** An unreachable address, so that no test reaches a real network. */
const nowhere = 'http://127.0.0.1:1'

/**
 * Real but cheap hashes, because hundreds of users sign up in a run. `passwords.test.ts` proves the cost of the real
 * ones.
 */
const quickHash = { log2N: 8, r: 8, p: 1 }

/** Starts the real application on its own database. Only the clock is replaced. */
export async function startApp(options: AppOptions = {}): Promise<TestApp> {
  noteOpened()
  const database = options.beside ? null : (options.database ?? (await openTestDatabase()))
  const connection = options.beside?.connection ?? database?.connection
  if (!connection) throw new Error('there is always a database')
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-app-'))
  const moved = createMovedClock(options.beside?.now() ?? epoch)
  const clock = options.beside?.deps.clock ?? moved
  const ownSandbox = options.sandbox ? await openSandbox(clock) : null
  const sandbox = ownSandbox ?? (options.beside && sandboxes.get(options.beside)) ?? null
  const config = withTestDoor(options.settings, {
    PORT: '0',
    PUBLIC_URL: 'http://posthorn.test',
    DATA_DIR: folder,
    SECRET_KEY: secretKey,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '0',
    SIGN_IN_ATTEMPTS_PER_MINUTE: '100000',
    ...(sandbox
      ? { SANDBOX: 'on', SANDBOX_PORT: new URL(sandbox.url).port }
      : { SANDBOX: 'off', BLUESKY_URL: nowhere }),
    BLUESKY_VIDEO_URL: nowhere,
    BLUESKY_DIRECTORY_URL: nowhere,
    ...options.settings,
  })
  const deps = await createDeps({
    config,
    passwordCost: quickHash,
    connection,
    directConnection: connection,
    log: createLog({ level: config.logLevel }),
    clock,
    connections: 6,
    // More patience with the database, because other programs use the CPU, too.
    databasePatience: 5,
    ...(options.connectors ? { connectors: options.connectors } : {}),
  })
  await deps.queue.work(createJobHandlers(deps), { manual: true })
  const { runDue, settle } = createDueWork(deps, { hasNumbers: options.numbers === true })
  const app = await createServer(deps)
  deps.inside.answerBy(async () => app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${portOf(app)}`
  const people = new Map<string, Promise<Person>>()
  const document = documentOf(app, options.connectors)
  const client = (token: string | null) => createClient({ url, token, document })
  const seeded = options.seeded ? await seed(deps) : null
  for (const [name, { caller, ...tokens }] of Object.entries(seeded?.people ?? {})) {
    const uid = toWire('usr', caller.uid)
    const person = { ...client(tokens.token), ...tokens, uid, email: emailOf(name), password: seedPassword }
    people.set(name, Promise.resolve(person))
  }

  const t: TestApp = {
    app,
    deps,
    get seeded() {
      if (!seeded) throw new Error('Ask for it: startApp({ seeded: true }).')
      return seeded
    },
    get sandbox() {
      if (!sandbox) throw new Error('Ask for it: startApp({ sandbox: true }).')
      return sandbox
    },
    connection,
    url,
    folder,
    config,
    db: deps.db,
    now: () => clock.now(),
    anyone: client(null),
    withToken: client,
    as(name) {
      const known = people.get(name) ?? signUp(client, name)
      people.set(name, known)
      return known
    },
    async advance(ms) {
      await setTestClock(deps.db, moved.advance(ms))
      await runDue()
    },
    turnClock: (ms) => setTestClock(deps.db, moved.advance(ms)),
    settle,
    anotherEngine: () => publishingOf(deps),
    async [Symbol.asyncDispose]() {
      // A closing server waits over a second for connections that clients keep, which no test needs.
      app.server.closeIdleConnections()
      await app.close()
      await deps.close()
      await ownSandbox?.close()
      await database?.[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
      await noteClosed()
      forget(t)
    },
  }
  if (sandbox) sandboxes.set(t, sandbox)
  return t
}

/**
 * Empties a closed application. The modules of test files are never unloaded, so their variables would keep every
 * application of a run in memory, and garbage collection would take a fifth of it.
 */
function forget(t: TestApp): void {
  sandboxes.delete(t)
  for (const name of Reflect.ownKeys(t)) Reflect.deleteProperty(t, name)
}

/**
 * Sets HOST and SIGN_UP so that users can sign up. PUBLIC_URL is a public name in most tests, for the URLs built from
 * it.
 */
function withTestDoor({ HOST, SIGN_UP }: Readonly<Record<string, string>> = {}, settings: Environment): Config {
  const config = loadConfig(settings)
  if (HOST !== undefined) return config
  return { ...config, isOpenToOthers: false, ...(SIGN_UP === undefined ? { signUp: 'open' } : {}) }
}

/** The sandboxes of applications, for applications started next to them. */
const sandboxes = new WeakMap<TestApp, Sandbox>()

/** Loads the sandbox on demand: most tests need no network. */
async function openSandbox(clock: Clock): Promise<Sandbox> {
  const { createSandbox } = await import('../../sandbox/index.ts')
  return await createSandbox({ now: () => clock.now().getTime() })
}

/** Creates a clock that stands still until a test moves it. */
function createMovedClock(start: Date): Clock & { advance(ms: number): Date } {
  let at = start
  return {
    now: () => at,
    advance(ms) {
      at = new Date(at.getTime() + ms)
      return at
    },
  }
}
