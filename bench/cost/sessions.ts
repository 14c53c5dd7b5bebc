import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import { quantile } from '../posts/sandbox.ts'

/** Samples of the service's database sessions. */
export interface Sessions {
  /** The number of sessions, and of those that work on a statement, at most times (p95). */
  readonly open: number
  readonly active: number
  /** The share of the active ones that wait for each thing; what waits for nothing uses a processor or wants one. */
  readonly waits: readonly (readonly [string, number])[]
}

interface Seen {
  readonly wait: string
  readonly open: number
  readonly active: number
}

const everyMs = 200

/** Takes samples until the returned function is called. */
export function watchSessions(db: Db): () => Promise<Sessions> {
  const looks: (readonly Seen[])[] = []
  let isOver = false
  const looking = (async () => {
    for (; !isOver; await sleep(everyMs)) {
      const { rows } = await sql<Seen>`
        select coalesce(wait_event_type || ' ' || wait_event, 'processor') as wait, count(*)::int as open,
          (count(*) filter (where state = 'active'))::int as active
        from pg_stat_activity where application_name like 'posthorn %' and pid <> pg_backend_pid() group by 1`.execute(
        db,
      )
      looks.push(rows)
    }
  })()
  return async () => {
    isOver = true
    await looking
    const total = (rows: readonly Seen[], of: 'open' | 'active') => rows.reduce((sum, row) => sum + row[of], 0)
    const byWait = Map.groupBy(looks.flat(), ({ wait }) => wait)
    const all = total(looks.flat(), 'active')
    const shares = [...byWait].map(([wait, rows]) => [wait, total(rows, 'active') / Math.max(1, all)] as const)
    return {
      open: quantile(
        looks.map((rows) => total(rows, 'open')),
        0.95,
      ),
      active: quantile(
        looks.map((rows) => total(rows, 'active')),
        0.95,
      ),
      waits: shares.sort((a, b) => b[1] - a[1]).slice(0, 4),
    }
  }
}
