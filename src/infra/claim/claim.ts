import { type RawBuilder, sql } from 'kysely'
import type { Claim, ClaimOptions, HeldFor, Lane, LaneKey, LaneTable } from './contract.ts'
import { createDueLanes } from './due-lanes.ts'
import { leaseMs } from './leases.ts'

/**
 * Shares due work between workers. Due work is a row with a time. The row's lane (an account, an endpoint, or the row
 * itself) is leased for a while, under a fence that increases with each claim.
 */
export function createClaim({ lanes, due, holder, onlyIf }: ClaimOptions): Claim {
  const lane = sql.table(lanes.table)
  const key = sql.ref(`l.${lanes.key ?? 'id'}`)
  const leaseEnd = sql`ph.now() + ${leaseMs} * interval '1 ms'`
  const { isFree, ready, firstDue, overdueRows } = createDueLanes(lanes, due)
  const { lockMine, lockOne } = createLaneLocks(lanes, holder)
  const exclusively = sql`no key update`

  return {
    name: due.table,
    firstDue: (by, groups = []) => firstDue(groups, by),
    async claim(db, options) {
      const { rows } = await sql<Lane>`
        with ready as (
          select lane, min(due_at) as due_at, ${due.group ? sql`min(of_group)` : sql`null::text`} as of_group
          from (${ready(options.lanes, options.room)}) r group by lane),
        got as (
          select ${key} as lane, ready.of_group from ${lane} l join ready on ready.lane = ${key}
          where ${isFree} and ${onlyIf?.() ?? sql`true`}
          order by ready.due_at${due.tie ? sql`, ready.lane` : sql``} limit ${options.lanes} for no key update of l skip locked)
        update ${lane} l set lease_until = ${leaseEnd}, holder = ${holder}, fence = l.fence + 1
        from got where ${key} = got.lane
        returning ${key} as id, got.of_group as "group", l.fence, l.lease_until`.execute(db)
      return rows
    },
    async beat(db, given) {
      const { rows } = await sql<{ id: string }>`
        with mine as (${lockMine(given, exclusively)})
        update ${lane} l set lease_until = ${leaseEnd} from mine where ${key} = mine.id
        returning ${key} as id`.execute(db)
      const kept = new Set(rows.map((row) => row.id))
      return { kept, lost: given.filter((one) => !kept.has(one.id)) }
    },
    async release(db, given) {
      if (given.length === 0) return
      await sql`
        with mine as (${lockMine(given, exclusively)})
        update ${lane} l set lease_until = ph.now(), holder = null from mine where ${key} = mine.id`.execute(db)
    },
    async releaseAllOf(db, dead) {
      const { numAffectedRows } = await sql`update ${lane} l set lease_until = ph.now(), holder = null
        where l.holder = ${dead} and l.lease_until > ph.now()`.execute(db)
      return Number(numAffectedRows ?? 0n)
    },
    holds: (given, leastMs = 0) => sql<boolean>`exists (${lockOne(given, leastMs)})`,
    held: (given) => lockMine(given, sql`share`),
    heldForChange: (given) => lockMine(given, exclusively),
    async stillHolds(tx, given, leastMs = 0) {
      const { rows } = await sql<{ held: boolean }>`select exists (${lockOne(given, leastMs)}) as held`.execute(tx)
      return rows[0]?.held ?? false
    },
    async overdue(db, overdueMs) {
      const { rows } = await overdueRows(overdueMs).execute(db)
      return rows[0] ?? null
    },
  }
}

/** Builds the queries that lock the lanes of a holder while it writes, if it still holds them. */
function createLaneLocks(lanes: LaneTable, holder: string) {
  const lane = sql.table(lanes.table)
  const key = sql.ref(`l.${lanes.key ?? 'id'}`)
  return {
    /** Locks lanes in the order of their keys, so that two processes that lock several lanes cannot deadlock. */
    lockMine(given: readonly HeldFor[], how: RawBuilder<unknown>): RawBuilder<unknown> {
      const wanted = sql`unnest(
        ${given.map((one) => one.id)}::uuid[], ${given.map((one) => one.fence)}::bigint[],
        ${given.map((one) => one.leastMs ?? 0)}::bigint[]) as x(id, fence, least_ms)`
      // The holder is also compared: a heartbeat that began before a release and waited for it must not renew the
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
