import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadConfig } from '#app/config.ts'
import { createDeps, type Deps } from '#app/deps.ts'
import { startEmbedded } from '#infra/db/embedded/index.ts'
import { createLog } from '#infra/log/log.ts'
import { newId, type ProfileId, type UserId, type WebhookEndpointId } from '#kernel/ids.ts'
import { uuidOf } from '../../posts/people.ts'
import { type Child, startChild } from '../../tools/children.ts'
import { disposeOnSignal } from '../../tools/dispose-on-signal.ts'
import { openFolder } from '../../tools/folder.ts'
import { ada, bearer, Refused, send } from '../../tools/http.ts'
import { startServer } from '../../tools/processes.ts'

/** The database, owners with endpoints created through the API, and the processes that send and receive. */
interface Stage extends AsyncDisposable {
  readonly deps: Deps
  readonly env: Readonly<Record<string, string>>
  readonly room: string
  start<Said>(program: 'deliverer' | 'receiver', plan: object): Promise<Child<Said>>
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

export async function openStage(): Promise<Stage> {
  const cleanUp = new AsyncDisposableStack()
  const { path: room } = cleanUp.use(await openFolder('posthorn bench '))
  try {
    const embedded = await startEmbedded({ dataDir: room, say: () => {} })
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
    // The API process migrates the schema and is needed only until the endpoints exist.
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
  const person = { ...ada, email: `person-${people}@example.org` }
  const { token, user } = await sendPatiently<{ token: string; user: { uid: string } }>(
    `${url}/v1/auth/sign-up`,
    {},
    person,
  )
  const endpoints: Endpoint[] = []
  for (const params of requests) {
    const { id, secret } = await sendPatiently<{ id: string; secret: string }>(
      `${url}/v1/webhooks`,
      bearer(token),
      params,
    )
    endpoints.push({ ...params, id: uuidOf('wh', id) as WebhookEndpointId, secret })
  }
  return { uid: uuidOf('usr', user.uid) as UserId, profileId: newId<'prof'>(new Date(nth)), endpoints }
}

/** Repeats requests that were refused because too many came from one address. */
const sendPatiently = <Answer>(url: string, headers: Readonly<Record<string, string>>, body: object): Promise<Answer> =>
  send<Answer>('POST', url, headers, body).catch(async (error) => {
    if (!(error instanceof Refused) || error.status !== 429) throw error
    await sleep((JSON.parse(error.text) as { retryAfterMs: number }).retryAfterMs)
    return sendPatiently(url, headers, body)
  })
