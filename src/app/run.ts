import { addressOf, type Config } from '#infra/config/load.ts'
import { createLog } from '#infra/log.ts'
import { ensureSetupCode } from '#modules/identity/index.ts'
import { createCronsOf } from './crons.ts'
import { migrateDatabase, startDatabase } from './database.ts'
import { createDeps } from './deps.ts'
import { handlersOf, jobs } from './jobs.ts'
import { createServer, portOf } from './server.ts'

export type Role = 'api' | 'worker'

/** Brings a process up in the order in which its parts need each other, and takes it down in the reverse. */
export async function run(
  config: Config,
  roles: readonly Role[],
  say: (message: string) => void,
): Promise<{ stop(): Promise<void> }> {
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
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

    if (roles.includes('worker')) {
      await deps.queue.work(handlersOf(deps))
      const crons = createCronsOf(deps)
      crons.start()
      stops.push(async () => crons.stop())
    } else {
      await deps.queue.start()
    }
    if (roles.includes('api')) {
      const app = await createServer(deps)
      stops.push(() => app.close())
      await app.listen({ host: config.host, port: config.port })
      const url = addressOf(config.host, portOf(app))
      say(`API        ${url}`)
      say(`Reference  ${url}/docs`)
      const code = await ensureSetupCode(deps)
      if (code) say(`Setup code ${code}  (the first account is made with it: POST ${url}/v1/auth/sign-up)`)
    }
    say('ready')
    return { stop }
  } catch (error) {
    await stop()
    throw error
  }
}
