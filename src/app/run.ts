import { setTimeout as sleep } from 'node:timers/promises'
import { addressOf, type Config } from '#infra/config/load.ts'
import { createLog } from '#infra/log.ts'
import { ensureSetupCode } from '#modules/identity/index.ts'
import { holdOf, noteSeen, registerStart } from '#modules/installation/index.ts'
import { holdNames } from './commands/hold.ts'
import { createCronsOf } from './crons.ts'
import { migrateDatabase, startDatabase } from './database.ts'
import { createDeps, type Deps, installationDeps } from './deps.ts'
import { handlersOf, jobs } from './jobs.ts'
import { createServer, portOf } from './server.ts'

export type Role = 'api' | 'worker'
export interface Running {
  stop(): Promise<void>
}

const seenEveryMs = 30_000
const holdPollMs = 1_000

/** Brings a process up in the order in which its parts need each other, and takes it down in the reverse. */
export async function run(config: Config, roles: readonly Role[], say: (message: string) => void): Promise<Running> {
  const stops: (() => Promise<void>)[] = []
  const stop = async (): Promise<void> => {
    for (const one of stops.splice(0).reverse()) await one()
  }
  try {
    const log = createLog({ level: config.logLevel })
    const database = await startDatabase(config, say)
    stops.push(() => database.stop())
    for (const name of await migrateDatabase(database.directConnection)) say(`migrated: ${name}`)

    const deps = await createDeps({ config, ...database, log })
    stops.push(() => deps.close())
    await deps.queue.install(jobs)

    const hold = await registerStart(installationDeps(deps))
    if (hold)
      say(
        `ON HOLD: ${holdNames[hold]} Nothing goes out until you say so: \`posthorn ${hold === 'database_restored' ? 'resume' : 'adopt'}\`.`,
      )
    if (roles.includes('api')) stops.push(await startApi(deps, say))
    if (roles.includes('worker')) stops.push(await startWorkers(deps, say))
    else await deps.queue.start()
    say('ready')
    return { stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startApi(deps: Deps, say: (message: string) => void): Promise<() => Promise<void>> {
  const app = await createServer(deps)
  await app.listen({ host: deps.config.host, port: deps.config.port })
  const url = addressOf(deps.config.host, portOf(app))
  say(`API        ${url}`)
  say(`Reference  ${url}/docs`)
  const code = await ensureSetupCode(deps)
  if (code)
    say(`Setup code ${code} (whoever makes the first account needs it, as "setupCode" of POST /v1/auth/sign-up)`)
  return () => app.close()
}

/** While there is a hold, jobs and crons rest; the API does not. */
async function startWorkers(deps: Deps, say: (message: string) => void): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  const crons = createCronsOf(deps)
  const begin = async (): Promise<void> => {
    await deps.queue.work(handlersOf(deps))
    crons.start()
  }
  const seen = setInterval(
    () =>
      void noteSeen(installationDeps(deps)).catch((error) =>
        deps.log.warn({ err: error }, 'the time seen could not be noted'),
      ),
    seenEveryMs,
  )
  if ((await holdOf(deps.db)) === null) await begin()
  else
    void waitForRelease(deps, stopping.signal).then((released) =>
      released ? begin().then(() => say('released: the workers run')) : undefined,
    )
  return async () => {
    stopping.abort()
    clearInterval(seen)
    crons.stop()
  }
}

async function waitForRelease(deps: Deps, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    await sleep(holdPollMs, undefined, { ref: false })
    const hold = await holdOf(deps.db).catch(() => 'unknown' as const)
    if (hold === null) return !signal.aborted
  }
  return false
}
