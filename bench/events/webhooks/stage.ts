import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadConfig } from '#app/config.ts'
import { createDeps, type Deps } from '#app/deps.ts'
import { startEmbedded } from '#infra/db/embedded/index.ts'
import { createLog } from '#infra/log/log.ts'
import { fromWire, newId, type ProfileId, type UserId, type WebhookEndpointId } from '#kernel/ids.ts'
import { type Child, startChild } from '../../tools/children.ts'
import { disposeOnSignal } from '../../tools/dispose-on-signal.ts'
import { startServer } from '../../tools/processes.ts'

/** The database, owners with endpoints created through the API, and the processes that send and receive. */
interface Stage extends AsyncDisposable {
  readonly deps: Deps
  readonly env: Readonly<Record<string, string>>
  readonly room: string
  start<Said>(program: 'deliverer' | 'receiver' | 'floor', plan: object): Promise<Child<Said>>
  /** Creates owners, each with endpoints at these URLs. */
  settle(requests: readonly (readonly EndpointWish[])[]): Promise<Owner[]>
}

interface EndpointWish {
  readonly url: string
  readonly events: readonly string[]
}

export interface Owner {
  readonly uid: UserId
  readonly profileId: ProfileId
  readonly endpoints: readonly Endpoint[]
}

export interface Endpoint extends EndpointWish {
  readonly id: WebhookEndpointId
  readonly secret: string
}

export async function openStage(settings: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const room = await mkdtemp(join(tmpdir(), 'posthorn bench '))
  // When run as root, the database's system user must be able to enter the folder.
  await chmod(room, 0o755)
  const cleanUp = new AsyncDisposableStack()
  cleanUp.defer(() => rm(room, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  try {
    const embedded = await startEmbedded({ dataDir: room, say: () => {}, settings })
    cleanUp.defer(() => embedded.stop())
    const { host, user, database } = embedded.connection
    const env = {
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
      SECRET_KEY: randomBytes(32).toString('hex'),
      PORT: '0',
      DATA_DIR: room,
      LOG_LEVEL: process.env.BENCH_LOG_LEVEL ?? 'error',
      RATE_LIMIT_PER_MINUTE: '0',
      DEFAULT_PLAN: 'max',
      SIGN_UP: 'open',
      SANDBOX: 'off',
      ALLOW_PRIVATE_WEBHOOKS: 'true',
      NODE_COMPILE_CACHE: join(room, 'compiled'),
    }
    // The api migrates the schema and is needed only until the endpoints exist.
    const api = cleanUp.use(await startServer(['bin/posthorn.mjs', 'api'], env))
    const { connection } = embedded
    const deps = await createDeps({
      config: loadConfig(env),
      connection,
      directConnection: connection,
      log: createLog({ level: 'error' }),
      connections: 6,
    })
    cleanUp.defer(() => deps.close())
    const all = cleanUp.move()
    disposeOnSignal(all)
    return {
      deps,
      env,
      room,
      start: async (program, plan) => all.use(await startChild(`events/webhooks/${program}`, { env, ...plan })),
      settle: (requests) => Promise.all(requests.map((endpoints, nth) => settleOne(api.url, nth, endpoints))),
      [Symbol.asyncDispose]: () => all.disposeAsync(),
    }
  } catch (error) {
    await cleanUp.disposeAsync()
    throw error
  }
}

let people = 0

async function settleOne(url: string, nth: number, requests: readonly EndpointWish[]): Promise<Owner> {
  people += 1
  const person = { email: `person-${people}@example.org`, password: 'the gulls of November', name: `Person ${people}` }
  const { token, user } = await send<{ token: string; user: { uid: string } }>(`${url}/v1/auth/sign-up`, '', person)
  const endpoints: Endpoint[] = []
  for (const params of requests) {
    const { id, secret } = await send<{ id: string; secret: string }>(`${url}/v1/webhooks`, token, params)
    endpoints.push({ ...params, id: uuidOf('wh', id) as WebhookEndpointId, secret })
  }
  return { uid: uuidOf('usr', user.uid) as UserId, profileId: newId<'prof'>(new Date(nth)), endpoints }
}

function uuidOf(prefix: Parameters<typeof fromWire>[0], wire: string): string {
  const id = fromWire(prefix, wire)
  if (id === null) throw new Error(`${wire} is not an ID of ${prefix}`)
  return id
}

async function send<Answer>(url: string, token: string, body: object): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (answer.status === 429) {
    // Sign-ups from one address are rate limited.
    await sleep((JSON.parse(text) as { retryAfterMs: number }).retryAfterMs)
    return send(url, token, body)
  }
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`)
  return JSON.parse(text) as Answer
}
