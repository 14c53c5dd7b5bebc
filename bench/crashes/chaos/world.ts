import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { type Db, openDb, openPool } from '#infra/db/client.ts'
import { startEmbedded } from '#infra/db/embedded/index.ts'
import { openTcpProxy, type TcpProxy } from '#test/servers/tcp-proxy.ts'
import type { ReceiverPlan, ReceiverSaid } from '../../events/webhooks/plan.ts'
import { networksAt } from '../../posts/stage.ts'
import { benchRedirect } from '../../posts/ways-in.ts'
import { type Child, startChild } from '../../tools/children.ts'
import { disposeOnSignal } from '../../tools/dispose-on-signal.ts'
import { openFolder } from '../../tools/folder.ts'
import { freePort, type Started, startServer } from '../../tools/processes.ts'
import { untilReady } from '../../tools/until.ts'
import { type Member, startMember } from './fleet.ts'
import { openFront } from './front.ts'

/**
 * Two API processes behind one URL, three workers, PostgreSQL, the networks and a webhook receiver. Cuttable proxies
 * are between the processes and the database, and between the processes and the networks.
 */
export interface World extends AsyncDisposable {
  readonly room: string
  readonly url: string
  /** A direct connection to the database that bypasses the cuts. */
  readonly db: Db
  readonly sandbox: Started
  /** The sandbox at a URL that bypasses the cuts. */
  readonly direct: { readonly url: string }
  readonly receiver: Child<ReceiverSaid>
  readonly received: string
  readonly apis: readonly Member[]
  readonly workers: readonly Member[]
  readonly toDatabase: TcpProxy
  readonly toNetworks: TcpProxy
  /** Kills the whole server, as if its machine lost power. The server restarts automatically. */
  killDatabase(): Promise<void>
}

export async function openWorld(logs: string | null): Promise<World> {
  const all = new AsyncDisposableStack()
  const { path: room } = all.use(await openFolder('posthorn chaos '))
  disposeOnSignal(all)
  try {
    const embedded = await startEmbedded({ dataDir: room, say: () => {} })
    all.defer(() => embedded.stop())
    const pool = openPool(embedded.connection, { name: 'bench', max: 4, statementTimeoutMs: 0 }, () => {})
    const db = all.adopt(openDb(pool), (opened) => opened.destroy())
    const compiled = { NODE_COMPILE_CACHE: join(room, 'compiled') }
    const sandboxPort = await freePort()
    const toNetworks = all.use(await openTcpProxy({ connectionString: `http://127.0.0.1:${sandboxPort}` }))
    const networks = `http://127.0.0.1:${toNetworks.port}`
    const sandboxArgs = ['sandbox/main.ts', '--port', String(sandboxPort), '--public-url', networks]
    const { child } = all.use(await startServer(sandboxArgs, compiled))
    const toDatabase = all.use(await openTcpProxy(embedded.connection))
    const received = join(room, 'received')
    const plan: ReceiverPlan = { file: received, latencyMs: [0, 20], flaps: null, tells: false }
    const receiver = all.use(await startChild<ReceiverSaid>('events/webhooks/receiver', plan))
    const ports = [await freePort(), await freePort()]
    const front = all.use(await openFront(ports))
    const env = {
      ...compiled,
      PATH: process.env.PATH ?? '',
      HOME: room,
      DATABASE_URL: toDatabase.url,
      SECRET_KEY: randomBytes(32).toString('hex'),
      // Networks fetch files from this URL.
      PUBLIC_URL: front.url,
      DATA_DIR: room,
      LOG_LEVEL: process.env.BENCH_LOG_LEVEL ?? 'warn',
      RATE_LIMIT_PER_MINUTE: '0',
      SIGN_UP: 'open',
      DEFAULT_PLAN: 'max',
      SANDBOX: 'off',
      ALLOW_PRIVATE_WEBHOOKS: 'true',
      ALLOWED_REDIRECTS: benchRedirect,
      ...networksAt(networks),
    }
    const member = (name: string, command: 'api' | 'worker', port = 0): Member =>
      all.use(startMember({ name, command, env: { ...env, PORT: String(port) }, room: logs ?? room }))
    const apis = ports.map((port, nth) => member(`api-${nth}`, 'api', port))
    const workers = [0, 1, 2].map((nth) => member(`worker-${nth}`, 'worker'))
    for (const port of ports) await untilReady(`http://127.0.0.1:${port}`)
    return {
      room,
      url: front.url,
      db,
      // Sign-ins bypass the cuts, but use the URL that our processes know.
      sandbox: { child, url: networks, [Symbol.asyncDispose]: async () => {} },
      direct: { url: `http://127.0.0.1:${sandboxPort}` },
      receiver,
      received,
      apis,
      workers,
      toDatabase,
      toNetworks,
      async killDatabase() {
        const [pid] = (await readFile(join(room, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
        process.kill(Number(pid), 'SIGKILL')
      },
      [Symbol.asyncDispose]: () => all.disposeAsync(),
    }
  } catch (error) {
    await all.disposeAsync()
    throw error
  }
}
