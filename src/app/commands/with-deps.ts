import type { Config } from '#infra/config/load.ts'
import { createLog } from '#infra/log.ts'
import { joinDatabase, migrateDatabase } from '../database.ts'
import { createDeps, type Deps } from '../deps.ts'
import { jobs } from '../jobs.ts'

/** For commands that do one thing and leave: they work beside a running Posthorn, and without one. */
export async function withDeps<Result>(
  config: Config,
  say: (message: string) => void,
  work: (deps: Deps) => Promise<Result>,
): Promise<Result> {
  const database = await joinDatabase(config, say)
  try {
    await migrateDatabase(database.directConnection)
    const deps = await createDeps({ config, ...database, log: createLog({ level: 'warn' }), connections: 2 })
    try {
      await deps.queue.install(jobs)
      return await work(deps)
    } finally {
      await deps.close()
    }
  } finally {
    await database.stop()
  }
}
