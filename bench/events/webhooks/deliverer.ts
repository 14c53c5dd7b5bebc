import process from 'node:process'
import { loadConfig } from '#app/config.ts'
import { createDeps } from '#app/deps.ts'
import { createLog } from '#infra/log/log.ts'
import { createDeliverer } from '#modules/webhooks/index.ts'
import type { DelivererPlan } from './plan.ts'

/** The deliverer in its own process, as the app builds it except for its name and, where set, its waits. */
process.once('disconnect', () => process.exit(1))
process.once('message', (plan) => {
  void begin(plan as DelivererPlan)
})

async function begin({ env, holder, dead, policy }: DelivererPlan): Promise<void> {
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
  process.send?.('ready')
  process.once('SIGTERM', () => {
    void deliverer
      .stop()
      .then(() => deps.close())
      .then(() => process.exit(0))
  })
}
