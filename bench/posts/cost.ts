import { sql } from 'kysely'
import { loadConfig } from '#app/config.ts'
import { delivererOf } from '#app/delivering.ts'
import { createDeps } from '#app/deps.ts'
import { createJobHandlers } from '#app/jobs/job-handlers.ts'
import { publishingOf } from '#app/publishing.ts'
import type { Db } from '#infra/db/client.ts'
import { createLog } from '#infra/log/log.ts'
import { createDispatcher } from '#modules/posts/index.ts'
import { countStatements } from '../tools/count-statements.ts'
import { connectProfile } from './people.ts'
import type { Publisher } from './publisher.ts'
import type { Stage } from './stage.ts'

export interface Cost {
  readonly targets: number
  readonly statements: number
  readonly rows: Rows
  /** The most frequent statements, with their counts. */
  readonly often: readonly (readonly [string, number])[]
}

interface Rows {
  readonly inserted: number
  readonly updated: number
  readonly deleted: number
}

/**
 * Measures what one scheduled post with six targets costs the database, from its due time to the last event:
 * dispatcher, engine and the following jobs, run by hand in this process, so that no waiting is counted. `begin` and
 * `commit` count as statements. With `delivers` the cost includes the webhooks of all its events.
 */
export async function costOfOnePost(
  stage: Pick<Stage, 'sandbox' | 'env' | 'connection' | 'db'>,
  publisher: Publisher,
  { delivers = false } = {},
): Promise<Cost> {
  const accounts = await connectProfile(publisher, stage.sandbox, 3)
  const profileId = accounts[0]?.wire.profileId
  const write = (text: string) =>
    publisher.call<{ id: string }>('POST', '/v1/posts', {
      profileId,
      content: text,
      platforms: accounts.map(({ network, wire }) => ({ platform: network, accountId: wire.id })),
      scheduledAt: new Date(Date.now() + 2_000).toISOString(),
    })
  const counted = new Map<string, number>()
  const stop = countStatements(counted)
  const deps = await createDeps({
    config: loadConfig(stage.env),
    connection: stage.connection,
    directConnection: stage.connection,
    log: createLog({ level: 'error' }),
  })
  try {
    await deps.queue.work(createJobHandlers(deps), { manual: true })
    const dispatcher = createDispatcher(deps)
    const engine = publishingOf(deps)
    const deliverer = delivererOf(deps)
    /** Runs until nothing is left. The last round, which finds no work, is not counted. */
    const drain = async (tick: () => Promise<number>): Promise<void> => {
      for (let before = new Map(counted); ; before = new Map(counted)) {
        if ((await tick()) > 0) continue
        counted.clear()
        for (const [statement, times] of before) counted.set(statement, times)
        return
      }
    }
    const work = async (): Promise<void> => {
      while ((await dispatcher.tick()) === 0) await new Promise((resolve) => setTimeout(resolve, 20))
      await drain(engine.tick)
      await deps.queue.drain()
      if (delivers) await drain(deliverer.tick)
    }
    // The first post opens connections and prepares plans.
    await write('The first of them')
    await work()
    await write('The one that counts')
    await new Promise((resolve) => setTimeout(resolve, statisticsMs))
    const before = await rowsWritten(stage.db)
    counted.clear()
    await work()
    const statements = new Map(counted)
    await new Promise((resolve) => setTimeout(resolve, statisticsMs))
    const after = await rowsWritten(stage.db)
    return {
      targets: accounts.length,
      statements: [...statements.values()].reduce((sum, one) => sum + one, 0),
      rows: {
        inserted: after.inserted - before.inserted,
        updated: after.updated - before.updated,
        deleted: after.deleted - before.deleted,
      },
      often: [...statements].sort(([, a], [, b]) => b - a),
    }
  } finally {
    stop()
    await deps.close()
  }
}

/** An idle session reports its statistics within ten seconds; due work waits as long. */
const statisticsMs = 11_000

/** Returns the rows written to our tables. */
async function rowsWritten(db: Db): Promise<Rows> {
  const { rows } = await sql<Rows>`select sum(n_tup_ins)::int as inserted, sum(n_tup_upd)::int as updated,
    sum(n_tup_del)::int as deleted from pg_stat_user_tables`.execute(db)
  return rows[0] ?? { inserted: 0, updated: 0, deleted: 0 }
}
