import { type RawBuilder, sql } from 'kysely'
import type { HeldFor, LaneKey, LaneTable } from './contract.ts'

/** Builds the queries that lock the lanes of a holder while it writes, if it still holds them. */
export function createLaneLocks(lanes: LaneTable, holder: string) {
  const lane = sql.table(lanes.table)
  const key = sql.ref(`l.${lanes.key ?? 'id'}`)
  return {
    /** Locks lanes in the order of their keys, so that two processes that lock several lanes cannot deadlock. */
    lockMine(given: readonly HeldFor[], how: RawBuilder<unknown>): RawBuilder<unknown> {
      const wanted = sql`unnest(
        ${given.map((one) => one.id)}::uuid[], ${given.map((one) => one.fence)}::bigint[],
        ${given.map((one) => one.leastMs ?? 0)}::bigint[]) as x(id, fence, least_ms)`
      // The holder is compared, too: a heartbeat that began before a release and waited for it must not renew the
      // released lease.
      return sql`
        select ${key} as id from ${lane} l join ${wanted} on ${key} = x.id and l.fence = x.fence
          and l.holder = ${holder} and l.lease_until > ph.now() + x.least_ms * interval '1 ms'
        order by ${key} for ${how} of l`
    },
    /** Locks one lane against a takeover until the transaction ends. */
    lockOne: ({ id, fence }: LaneKey, leastMs: number): RawBuilder<unknown> => sql`
      select from ${lane} l where ${key} = ${id} and l.fence = ${fence} and l.holder is not null
        and l.lease_until > ph.now() + ${leastMs} * interval '1 ms' for share`,
  }
}
