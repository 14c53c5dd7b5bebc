import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { chatWorkOf } from '#app/chatting.ts'
import { loadConfig } from '#app/config.ts'
import { delivererOf } from '#app/delivering.ts'
import { createDeps, type Deps, type DepsOptions } from '#app/deps.ts'
import { type Seeded, seed, seedPassword } from '#app/development/seeds.ts'
import { createJobHandlers } from '#app/jobs/job-handlers.ts'
import { publishingOf } from '#app/publishing.ts'
import { createServer, portOf } from '#app/server.ts'
import type { Config } from '#infra/config/config.ts'
import type { Environment } from '#infra/config/environment.ts'
import type { Connection, Db } from '#infra/db/client.ts'
import { routesOf } from '#infra/http/openapi/route-table.ts'
import type { Edge } from '#infra/http/server.ts'
import { createLog } from '#infra/log/log.ts'
import { createCrons } from '#infra/time/cron.ts'
import { toWire } from '#kernel/ids.ts'
import { createSyncer } from '#modules/analytics/index.ts'
import { createSealer } from '#modules/audit/index.ts'
import { createPlanner } from '#modules/planning/index.ts'
import { createDispatcher } from '#modules/posts/index.ts'
import type { Sandbox } from '../../sandbox/index.ts'
import { type Client, createClient } from './client.ts'
import { epoch, setTestClock } from './clock.ts'
import type { OpenApiDocument } from './contract.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { noteClosed, noteOpened } from './leaks.ts'

export { loadConfig }

export interface Person extends Client {
  readonly uid: string
  readonly email: string
  readonly password: string
  readonly token: string
  readonly refreshToken: string
}

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
  /** Returns the person of that name, signed up through the API on first use. */
  as(name: string): Promise<Person>
  /** Returns a client with this bearer token. */
  withToken(token: string): Client
  /** Advances the clock and runs everything due: crons, jobs, publications. */
  advance(ms: number): Promise<void>
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
  /** Starts a sandbox and uses its networks. An application started beside another one shares that one's sandbox. */
  readonly sandbox?: boolean
  /** Connectors to use instead of the application's. */
  readonly connectors?: DepsOptions['connectors']
  /** Also reads the numbers of posts and accounts when they are due. Most tests count calls of other kinds. */
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

/** Starts the real application on a database of its own. Only the clock is replaced. */
export async function startApp(options: AppOptions = {}): Promise<TestApp> {
  noteOpened()
  const database = options.beside ? null : (options.database ?? (await openTestDatabase()))
  const connection = options.beside?.connection ?? database?.connection
  if (!connection) throw new Error('there is always a database')
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-app-'))
  let at = options.beside?.now() ?? epoch
  const clock = options.beside?.deps.clock ?? { now: () => at }
  const ownSandbox = options.sandbox ? await openSandbox(() => clock.now().getTime()) : null
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
    // More patience with the database, because other programs use the processor too.
    databasePatience: 5,
    ...(options.connectors ? { connectors: options.connectors } : {}),
  })
  await deps.queue.work(createJobHandlers(deps), { manual: true })
  const crons = createCrons(deps)
  const sealer = createSealer(deps)
  const engine = publishingOf(deps)
  const dispatcher = createDispatcher(deps)
  const planner = createPlanner(deps)
  const deliverer = delivererOf(deps)
  const chats = chatWorkOf(deps)
  const syncer = createSyncer(deps, { holder: 'test' })
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

  /** Runs everything due, and everything that follows from it. */
  const settle = async () => {
    for (let isBusy = true; isBusy; ) {
      await deps.queue.drain()
      await dispatcher.tick()
      const { hasPublications, hasEndpoints, hasChats, hasNumbers } = await workOf(deps.db)
      const published = hasPublications && Object.keys(deps.connectors).length > 0 ? await engine.tick() : 0
      const delivered = hasEndpoints ? await deliverer.tick() : 0
      const chatted = hasChats ? await chats.tick() : 0
      isBusy = published + delivered + chatted + (options.numbers && hasNumbers ? await syncer.tick() : 0) > 0
    }
    await sealer.tick()
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
      at = new Date(at.getTime() + ms)
      await setTestClock(deps.db, at)
      await crons.tick()
      await planner.tick()
      await settle()
    },
    settle,
    anotherEngine: () => publishingOf(deps),
    async [Symbol.asyncDispose]() {
      // A closing server waits more than a second for connections that clients keep, which no test needs.
      app.server.closeIdleConnections()
      await app.close()
      await deps.close()
      await ownSandbox?.close()
      await database?.[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
      await noteClosed()
    },
  }
  if (sandbox) sandboxes.set(t, sandbox)
  return t
}

/**
 * Returns the application's OpenAPI document. Building it costs half of a start, so applications with the same routes
 * and connectors share one.
 */
function documentOf(app: Edge, connectors: AppOptions['connectors']): OpenApiDocument {
  const routes = routesOf(app).map(({ method, url }) => `${method} ${url}`)
  const key = [...routes, ...Object.keys(connectors ?? {}).sort()].join()
  const document = documents.get(key) ?? (app.swagger() as unknown as OpenApiDocument)
  documents.set(key, document)
  documentsByApp.set(app, document)
  return document
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

/** Returns the document of an application, from the cache where it is known. */
export const knownDocumentOf = (app: Edge): OpenApiDocument =>
  documentsByApp.get(app) ?? (app.swagger() as unknown as OpenApiDocument)

const documents = new Map<string, OpenApiDocument>()
const documentsByApp = new WeakMap<Edge, OpenApiDocument>()

/** The sandboxes of applications, for applications started beside them. */
const sandboxes = new WeakMap<TestApp, Sandbox>()

/** Loads the sandbox on demand: most tests need no network. */
async function openSandbox(now: () => number): Promise<Sandbox> {
  const { createSandbox } = await import('../../sandbox/index.ts')
  return await createSandbox({ now })
}

const emailOf = (name: string): string => `${name}@example.com`

async function signUp(client: (token: string | null) => Client, name: string): Promise<Person> {
  const email = emailOf(name)
  const password = `correct horse of ${name}`
  const { body, status } = await client(null).post('/v1/auth/sign-up', { email, password, name })
  if (status !== 201) throw new Error(`${name} could not sign up: ${JSON.stringify(body)}`)
  const { token, refreshToken, user } = body as { token: string; refreshToken: string; user: { uid: string } }
  return { ...client(token), uid: user.uid, email, password, token, refreshToken }
}

interface TestWork {
  readonly hasPublications: boolean
  readonly hasEndpoints: boolean
  readonly hasChats: boolean
  readonly hasNumbers: boolean
}

/**
 * Returns whether there are publications, endpoints, updates of chats or numbers to read. Most tests have none, and this
 * query costs less than looking for due work.
 */
async function workOf(db: Db): Promise<TestWork> {
  const { rows } = await sql<TestWork>`/* hot: work-of-tests */
    select exists (select from publication) as has_publications,
      exists (select from webhook_endpoint) as has_endpoints,
      exists (select from telegram_item where due_at is not null) as has_chats,
      exists (select from metrics_account where next_look_at <= ph.now()) as has_numbers`.execute(db)
  return rows[0]!
}
