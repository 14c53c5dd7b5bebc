import type { Config } from '#infra/config/config.ts'
import { addressOf } from '#infra/config/derive.ts'
import { SettingsFault } from '#infra/config/settings-fault.ts'
import { outliveStrayRefusals } from '#infra/http/sockets/stray-refusals.ts'
import { createLog } from '#infra/log/log.ts'
import { collectStreamedBytesEarly } from '#infra/streams/streamed-bytes.ts'
import { createTicker } from '#infra/time/ticker.ts'
import { hours } from '#kernel/clock.ts'
import { settleModes } from '#modules/accounts/index.ts'
import { ensureSetupCode, hasOuterProvider, hasUsers } from '#modules/identity/index.ts'
import { registerStart } from '#modules/installation/index.ts'
import { holdSentence } from './commands/hold.ts'
import { migrateDatabase, requireOneLayout, startDatabase } from './database.ts'
import { createDeps, type Deps, installationDeps } from './deps.ts'
import { startSandbox, withSandboxAt } from './development/sandbox-process.ts'
import { heartbeatOf, showLife } from './node/alive.ts'
import { requireSecretKey } from './secrets/require-secret-key.ts'
import { createServer, portOf } from './server.ts'
import { buildWeb, webFolder } from './web/build-web.ts'
import type { WebFiles } from './web/web-routes.ts'
import { startWorkers } from './workers.ts'

export type Role = 'api' | 'worker'

interface Running {
  /** Settles only when the process cannot continue, with the reason. */
  readonly failed: Promise<string>
  stop(): Promise<void>
}

export interface RunOptions {
  readonly roles: readonly Role[]
  say(message: string): void
  /** Runs before the first request is served. */
  readonly prepare?: (deps: Deps) => Promise<void>
}

/** Starts a process's parts in the order of their dependencies, and stops them in the reverse order. */
export async function run(given: Config, { roles, say, prepare }: RunOptions): Promise<Running> {
  collectStreamedBytesEarly()
  const stops: (() => Promise<void>)[] = []
  const stop = async (): Promise<void> => {
    for (const one of stops.splice(0).reverse()) await one()
  }
  try {
    const log = createLog({ level: given.logLevel })
    const endOutliving = outliveStrayRefusals(log)
    stops.push(async () => endOutliving())
    const { config, sandboxUrl } = await withSandbox(given, { roles, say, stops })
    const database = await startDatabase(config, say)
    stops.push(() => database.stop())
    if (roles.includes('worker')) stops.push(await showLife(config.dataDir, log))
    await requireOneLayout(database)
    const migrated = await migrateDatabase(database.directConnection, say)
    if (migrated.length > 0) say(`migrated: ${listMigrations(migrated)}`)
    await requireSecretKey(config, database.connection)

    const deps = await createDeps({ config, ...database, log })
    stops.push(() => deps.close())
    stops.push(keepScratchTidy(deps))
    stops.push(await beginHeartbeat(deps, roles))

    const hold = await registerStart(installationDeps(deps))
    if (hold) say(holdSentence(hold))
    if (roles.includes('worker')) {
      await settleModes(deps)
      deps.secretsInForce.onChange(() => settleModes(deps))
    }
    deps.secretsInForce.start()
    deps.inside.answerBy(async () => {
      const app = await createServer(deps)
      stops.push(() => app.close())
      return app
    })
    await prepare?.(deps)
    if (roles.includes('api')) stops.push(await startApi(deps, say))
    const failed = Promise.withResolvers<string>()
    if (roles.includes('worker'))
      stops.push(await startWorkers(deps, { hold, hasApi: roles.includes('api'), say, fail: failed.resolve }))
    if (sandboxUrl) say(`Sandbox    ${sandboxUrl}`)
    say('ready')
    return { stop, failed: failed.promise }
  } catch (error) {
    await stop()
    throw error
  }
}

const listMigrations = (names: readonly string[]): string =>
  names.length <= 3 ? names.join(', ') : `${names[0]} to ${names.at(-1)}, ${names.length} in all`

/** Starts the sandbox in a process that has the worker role. Other processes use that sandbox by its port. */
async function withSandbox(
  config: Config,
  { roles, say, stops }: Pick<RunOptions, 'roles' | 'say'> & { readonly stops: (() => Promise<void>)[] },
): Promise<{ readonly config: Config; readonly sandboxUrl: string | null }> {
  if (!config.sandbox || !roles.includes('worker')) return { config, sandboxUrl: null }
  const { url, stop } = await startSandbox({
    port: config.sandbox.port,
    dataDir: config.dataDir,
    ...(config.web ? { home: config.publicUrl } : {}),
    say,
  })
  stops.push(stop)
  return { config: url === null ? config : withSandboxAt(config, url), sandboxUrl: url }
}

async function beginHeartbeat(deps: Deps, roles: readonly Role[]): Promise<() => Promise<void>> {
  const heartbeat = heartbeatOf(deps, roles)
  await heartbeat.beat()
  heartbeat.start()
  return heartbeat.stop
}

/** Cleans up the temporary folder in every process: it is local, so a job on another machine cannot see it. */
function keepScratchTidy({ scratch, log }: Pick<Deps, 'scratch' | 'log'>): () => Promise<void> {
  const onError = (error: unknown) =>
    log.warn({ event: 'scratch.sweep_failed', err: error }, 'Old temporary files could not be removed')
  const sweep = async () => void (await scratch.sweep())
  const beat = createTicker(hours(1), sweep, onError)
  void beat.tick().catch(onError)
  beat.start()
  return () => beat.stop()
}

/** Builds the web app during the start, which does not wait for it. */
function prepareWeb({ log, config }: Pick<Deps, 'log' | 'config'>, say: (message: string) => void): WebFiles {
  const ready = buildWeb(say)
  ready.catch((error: unknown) =>
    log.error({ event: 'web.build_failed', err: error }, 'The web app could not be built'),
  )
  return { folder: webFolder, ready, publicUrl: config.publicUrl, sandboxUrl: config.sandbox?.url ?? null }
}

/**
 * The URL at which a person starts. A new installation gets its owner there. The code is in the fragment, so it is not
 * sent to any server.
 */
async function entranceOf(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  url: string,
  code: string | null,
): Promise<string> {
  const base = config.publicUrlGiven ? config.publicUrl : url
  if (hasOuterProvider(config) || (await hasUsers(db))) return `${base}/`
  return `${base}/start${code ? `#${code}` : ''}  (open it once to become the owner)`
}

async function startApi(deps: Deps, say: (message: string) => void): Promise<() => Promise<void>> {
  const app = await createServer(deps, deps.config.web ? prepareWeb(deps, say) : null)
  deps.inside.answerBy(async () => app)
  const { level } = app.log
  // Fastify logs its URL here, in the middle of the lines that a person reads. They contain the URL.
  app.log.level = 'warn'
  await app.listen({ host: deps.config.host, port: deps.config.port }).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall !== 'getaddrinfo') throw error
    throw new SettingsFault([`HOST ${deps.config.host} is not a name or address of this machine (${error.code}).`])
  })
  app.log.level = level
  const url = addressOf(deps.config.host, portOf(app))
  const code = await ensureSetupCode(deps)
  say(`API        ${url}`)
  if (deps.config.web) say(`Web        ${await entranceOf(deps, url, code)}`)
  say(`Reference  ${url}/docs`)
  if (code) say(`Setup code ${code} (required for the first account, as "setupCode" in POST /v1/auth/sign-up)`)
  if (hasOuterProvider(deps.config) && deps.config.isOpenToOthers && !(await hasUsers(deps.db)))
    say(
      'The first account needs an invitation: run posthorn user invite EMAIL, then sign in with the identity provider.',
    )
  return () => app.close()
}
