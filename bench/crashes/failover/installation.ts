import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, openDb, openPool } from '#infra/db/client.ts'
import type { ReceiverPlan, ReceiverSaid } from '../../events/webhooks/plan.ts'
import { type Connected, connectAccounts, signUp } from '../../posts/people.ts'
import type { Publisher } from '../../posts/publisher.ts'
import { networksAt } from '../../posts/stage.ts'
import { benchRedirect } from '../../posts/ways-in.ts'
import { type Child, startChild } from '../../tools/children.ts'
import { freePort } from '../../tools/killable.ts'
import { type Started, startServer } from '../../tools/processes.ts'
import { type Member, startMember } from '../chaos/fleet.ts'
import { openFront } from '../chaos/front.ts'

/** Two apis behind one URL, two workers, the networks and a receiver of webhooks, around a database that may fail. */
export interface Installation extends AsyncDisposable {
  readonly url: string
  readonly db: Db
  readonly sandbox: Started
  readonly publisher: Publisher
  /** Profiles with an account on each of two networks. */
  readonly profiles: readonly (readonly Connected[])[]
  readonly receiver: Child<ReceiverSaid>
  /** The file with all that the receiver got. */
  readonly received: string
  readonly members: readonly Member[]
}

interface Databases {
  readonly url: string
  readonly directUrl: string
}

/** The number of profiles: no account has two posts that were missed, since those go a minute apart on purpose. */
const profileCount = 120

export async function openInstallation(room: string, { url, directUrl }: Databases): Promise<Installation> {
  const all = new AsyncDisposableStack()
  try {
    const compiled = { NODE_COMPILE_CACHE: join(room, 'compiled') }
    const sandbox = all.use(await startServer(['sandbox/main.ts', '--port', '0'], compiled))
    const received = join(room, 'received')
    const plan: ReceiverPlan = { file: received, latencyMs: [0, 20], hanging: [], flaps: null, tells: false }
    const receiver = all.use(await startChild<ReceiverSaid>('events/webhooks/receiver', plan))
    const ports = [await freePort(), await freePort()]
    const front = all.use(await openFront(ports))
    const env = {
      ...compiled,
      PATH: process.env.PATH ?? '',
      HOME: room,
      DATABASE_URL: url,
      DATABASE_DIRECT_URL: directUrl,
      SECRET_KEY: randomBytes(32).toString('hex'),
      PUBLIC_URL: front.url,
      LOG_LEVEL: process.env.BENCH_LOG_LEVEL ?? 'warn',
      RATE_LIMIT_PER_MINUTE: '0',
      SIGN_UP: 'open',
      DEFAULT_PLAN: 'max',
      SANDBOX: 'off',
      ALLOW_PRIVATE_WEBHOOKS: 'true',
      ALLOWED_REDIRECTS: benchRedirect,
      ...networksAt(sandbox.url),
    }
    const begin = (name: string, command: 'api' | 'worker', port = 0): Member =>
      // Each has its own data folder, as on separate machines.
      all.use(startMember({ name, command, env: { ...env, DATA_DIR: join(room, name), PORT: `${port}` }, room }))
    const members = ports.map((port, nth) => begin(`api-${nth}`, 'api', port))
    for (const port of ports) await untilReady(`http://127.0.0.1:${port}/readyz`)
    for (const nth of [0, 1]) members.push(begin(`worker-${nth}`, 'worker'))
    const pool = openPool({ connectionString: directUrl }, { name: 'bench', max: 2, statementTimeoutMs: 0 }, () => {})
    const db = all.adopt(openDb(pool), (opened) => opened.destroy())
    const publisher = patient(await signUp({ ...sandbox, url: front.url }))
    const accounts = await connectAccounts(publisher, sandbox, { profiles: profileCount, ofEach: 1 })
    await publisher.call('POST', '/v1/webhooks', {
      url: `${receiver.ready.url}/all`,
      events: ['post.queued', 'post.published', 'post.partial', 'post.failed', 'post.needs_attention'],
    })
    const profiles = [...Map.groupBy(accounts, ({ profileId }) => profileId).values()]
    return {
      url: front.url,
      db,
      sandbox,
      publisher,
      profiles,
      receiver,
      received,
      members,
      [Symbol.asyncDispose]: () => all.disposeAsync(),
    }
  } catch (error) {
    await all.disposeAsync()
    throw error
  }
}

/** Repeats what a busy machine answers with 503, which is not what this bench is about. */
const patient = (publisher: Publisher): Publisher => ({
  ...publisher,
  async call<Answer>(...request: Parameters<Publisher['call']>): Promise<Answer> {
    for (let tries = 5; ; tries -= 1) {
      try {
        return await publisher.call<Answer>(...request)
      } catch (error) {
        if (tries === 0 || !String(error).includes('answered 503')) throw error
        await sleep(1_000)
      }
    }
  },
})

const readyWithinMs = 180_000

async function untilReady(url: string): Promise<void> {
  for (const deadline = performance.now() + readyWithinMs; performance.now() < deadline; await sleep(100))
    if ((await fetch(url).catch(() => null))?.ok) return
  throw new Error(`${url} was not ready within ${readyWithinMs / 1_000} s`)
}
