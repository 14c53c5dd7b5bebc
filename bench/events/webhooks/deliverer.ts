import { writeFile } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'
import process from 'node:process'
import { loadConfig } from '#app/config.ts'
import { createDeps } from '#app/deps.ts'
import { createLog } from '#infra/log/log.ts'
import { createDeliverer } from '#modules/webhooks/index.ts'
import { countStatements } from '../../tools/count-statements.ts'
import type { DelivererPlan, DelivererSaid } from './plan.ts'

/** The deliverer in its own process, as the app builds it except for its name and, where set, its waits. */
process.once('disconnect', () => process.exit(1))
process.once('message', (plan) => {
  void begin(plan as DelivererPlan)
})

async function begin({ env, holder, dead, policy, profile = null }: DelivererPlan): Promise<void> {
  const endProfile = profile === null ? async () => {} : await beginProfile(profile)
  const counted = new Map<string, number>()
  countStatements(counted)
  const connection = { connectionString: env.DATABASE_URL ?? '' }
  const deps = await createDeps({
    config: loadConfig(env),
    connection,
    directConnection: connection,
    log: createLog({ level: 'error' }),
    connections: 3,
  })
  const deliverer = createDeliverer({ ...deps, db: deps.engineDb, holder, ...(policy ? { policy } : {}) })
  // As on a start with the embedded database: the previous process with this name is dead.
  if (dead !== null) await deliverer.releaseAllOf(dead)
  deliverer.start()
  const say = (): void => {
    const report: DelivererSaid = { statements: [...counted] }
    process.send?.(report)
  }
  say()
  setInterval(say, 250).unref()
  process.once('SIGTERM', () => {
    void deliverer
      .stop()
      .then(() => deps.close())
      .then(endProfile)
      .then(() => process.exit(0))
  })
}

/** Starts a CPU profile in the format that browsers read. */
async function beginProfile(file: string): Promise<() => Promise<void>> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.start')
  return async () => writeFile(file, JSON.stringify((await session.post('Profiler.stop')).profile))
}
