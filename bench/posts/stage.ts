import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import process from 'node:process'
import { type Db, openDb, openPool } from '#infra/db/client.ts'
import { type EmbeddedPostgres, startEmbedded } from '#infra/db/embedded/index.ts'
import { disposeOnSignal } from '../tools/dispose-on-signal.ts'
import { openFolder } from '../tools/folder.ts'
import { freePort, type Started, startServer } from '../tools/processes.ts'
import { benchRedirect } from './ways-in.ts'

/**
 * Posthorn as operators run it, the sandbox in its own process, and a database connection invisible to both.
 */
export interface Stage extends AsyncDisposable {
  readonly sandbox: Started
  readonly db: Db
  readonly connection: EmbeddedPostgres['connection']
  readonly env: Readonly<Record<string, string>>
  /** Starts `posthorn start`, `api` or `worker`; it is stopped with the stage. */
  run(command: 'start' | 'api' | 'worker'): Promise<Started>
}

/** Returns the settings of a sandbox network as a live one, with the sandbox's only app. */
const appAt = (name: string, url: string, addresses: readonly string[]): Record<string, string> => ({
  ...Object.fromEntries(addresses.map((address) => [`${name}_${address}_URL`, url])),
  [`${name}_CLIENT_ID`]: 'sandbox-app',
  [`${name}_CLIENT_SECRET`]: 'sandbox-app-secret',
})

/** Returns the settings of all networks of a sandbox as live ones. */
export const networksAt = (url: string): Record<string, string> => ({
  BLUESKY_URL: `${url}/bluesky`,
  BLUESKY_VIDEO_URL: `${url}/bluesky`,
  BLUESKY_DIRECTORY_URL: `${url}/bluesky`,
  MASTODON_URL: `${url}/mastodon`,
  ...appAt('FACEBOOK', `${url}/facebook`, ['API', 'AUTH', 'VIDEO', 'UPLOAD']),
  ...appAt('LINKEDIN', `${url}/linkedin`, ['API', 'AUTH']),
  ...appAt('X', `${url}/x`, ['API', 'AUTH']),
  ...appAt('PINTEREST', `${url}/pinterest`, ['API', 'AUTH']),
  ...appAt('TIKTOK', `${url}/tiktok`, ['API', 'AUTH']),
  ...appAt('THREADS', `${url}/threads`, ['API', 'AUTH']),
  ...appAt('YOUTUBE', `${url}/youtube`, ['API', 'AUTH', 'TOKEN', 'WEB']),
  ...appAt('INSTAGRAM', `${url}/instagram`, ['API', 'AUTH', 'TOKEN', 'FACEBOOK', 'FACEBOOK_AUTH']),
})

type Own = Readonly<Record<string, string>>

/** `settings` are for PostgreSQL, `own` for Posthorn. The latter may need the sandbox's URL. */
export async function openStage(
  settings: Readonly<Record<string, string>> = {},
  own: Own | ((sandboxUrl: string) => Own) = {},
): Promise<Stage> {
  const cleanUp = new AsyncDisposableStack()
  const { path: room } = cleanUp.use(await openFolder('posthorn bench '))
  try {
    const embedded = await startEmbedded({ dataDir: room, say: () => {}, settings })
    cleanUp.defer(() => embedded.stop())
    const compiled = { NODE_COMPILE_CACHE: join(room, 'compiled') }
    const sandbox = cleanUp.use(await startServer(['sandbox/main.ts', '--port', '0'], compiled))
    const { host, user, database } = embedded.connection
    const port = String(await freePort())
    const env = {
      ...compiled,
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
      SECRET_KEY: randomBytes(32).toString('hex'),
      PORT: '0',
      // Networks fetch files from this URL.
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: room,
      LOG_LEVEL: process.env.BENCH_LOG_LEVEL ?? 'error',
      RATE_LIMIT_PER_MINUTE: '0',
      DEFAULT_PLAN: 'max',
      ...networksAt(sandbox.url),
      ALLOWED_REDIRECTS: benchRedirect,
      ...(typeof own === 'function' ? own(sandbox.url) : own),
    }
    const pool = openPool(embedded.connection, { name: 'bench', max: 2, statementTimeoutMs: 0 }, () => {})
    const db = openDb(pool)
    cleanUp.defer(() => db.destroy())
    const all = cleanUp.move()
    disposeOnSignal(all)
    return {
      sandbox,
      db,
      connection: embedded.connection,
      env,
      run: async (command) =>
        all.use(
          command === 'worker'
            ? await startServer(['bin/posthorn.mjs', command], env, { needsAddress: false })
            : await startServer(['bin/posthorn.mjs', command], { ...env, PORT: port }),
        ),
      [Symbol.asyncDispose]: () => all.disposeAsync(),
    }
  } catch (error) {
    await cleanUp.disposeAsync()
    throw error
  }
}
