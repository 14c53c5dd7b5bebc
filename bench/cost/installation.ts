import process from 'node:process'
import { loadConfig } from '#app/config.ts'
import { createDeps } from '#app/deps.ts'
import { createJobHandlers } from '#app/jobs/job-handlers.ts'
import { publishingOf } from '#app/publishing.ts'
import { createServer, portOf } from '#app/server.ts'
import { delivererOf } from '#app/workers.ts'
import { createLog } from '#infra/log/log.ts'
import { createDispatcher } from '#modules/posts/index.ts'
import { createMeter } from './meter.ts'
import type { Answer, Ask } from './plan.ts'
import { add, nothing } from './report.ts'

/**
 * The whole service in one process, API included. The dispatcher, engine, jobs and webhooks run on command, so that
 * idle polling is not measured.
 */
process.once('disconnect', () => process.exit(1))
process.once('message', (plan) => void begin(plan as Readonly<Record<string, string>>))

async function begin(env: Readonly<Record<string, string>>): Promise<void> {
  const meter = createMeter()
  const since = meter.begin()
  const connection = { connectionString: env.DATABASE_URL ?? '' }
  const config = loadConfig(env)
  const log = createLog({ level: config.logLevel })
  const deps = await createDeps({ config, connection, directConnection: connection, log })
  await deps.queue.work(createJobHandlers(deps), { manual: true })
  const app = await createServer(deps)
  deps.inside.answerBy(async () => app)
  await app.listen({ host: '127.0.0.1', port: config.port })
  const dispatcher = createDispatcher(deps)
  const parts = [publishingOf(deps), { tick: () => deps.queue.drain() }, delivererOf(deps)]

  /** Runs everything due until nothing is left. Only the rounds that find something count. */
  const work = async () => {
    let spent = nothing
    const spend = async (tick: () => Promise<number>): Promise<number> => {
      const before = meter.begin()
      const found = await tick()
      if (found > 0) spent = add(spent, meter.end(before))
      return found
    }
    const found = await spend(dispatcher.tick)
    for (let more = found; more > 0; ) {
      more = 0
      for (const part of parts) for (let some = 1; some > 0; more += some) some = await spend(part.tick)
    }
    return { spent, found }
  }
  const say = (message: Pick<Answer, 'spent' | 'found'>): void =>
    void process.send?.({ ...message, url: `http://127.0.0.1:${portOf(app)}`, statements: [...meter.statements] })
  process.on('message', async (ask: Ask) => say(ask === 'work' ? await work() : { spent: meter.end(since), found: 0 }))
  process.once('SIGTERM', () => void app.close().then(() => deps.close().then(() => process.exit(0))))
  say({ spent: nothing, found: 0 })
}
