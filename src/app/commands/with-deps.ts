import type { Config } from '#infra/config/config.ts'
import { createLog } from '#infra/log/log.ts'
import { joinDatabase, migrateDatabase, requireOneLayout } from '../database.ts'
import { createDeps, type Deps } from '../deps.ts'
import { requireSecretKey } from '../secrets/require-secret-key.ts'

interface WithDepsOptions {
  /** Runs the command even if the database was sealed with a key that is not available. */
  readonly withAnyKey?: boolean
}

/** Runs a one-off command with its dependencies. Works whether or not Posthorn is running. */
export async function withDeps<Result>(
  config: Config,
  say: (message: string) => void,
  work: (deps: Deps) => Promise<Result>,
  { withAnyKey = false }: WithDepsOptions = {},
): Promise<Result> {
  const database = await joinDatabase(config, say)
  try {
    await requireOneLayout(database)
    await migrateDatabase(database.directConnection, say)
    if (!withAnyKey) await requireSecretKey(config, database.connection)
    const deps = await createDeps({ config, ...database, log: createLog({ level: 'warn' }), connections: 2 })
    try {
      return await work(deps)
    } finally {
      await deps.close()
    }
  } finally {
    await database.stop()
  }
}
