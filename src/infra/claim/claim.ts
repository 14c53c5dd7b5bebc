import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import { createDueLanes } from './due-lanes.ts'
import { createLaneLocks } from './lane-locks.ts'

export interface ClaimOptions {
  readonly lanes: LaneTable
  readonly due: DueTable
  /** The claiming process: the node and its boot, so that the lanes of a dead predecessor can be recognized. */
  readonly holder: string
  readonly leaseMs?: number
  /**
   * A condition on the database as a whole, evaluated in the claim's own statement. While it is false, nothing is
   * claimed.
   */
  readonly onlyIf?: (() => RawBuilder<boolean>) | undefined
}

/** Names of tables and columns, as the database spells them. They come from code, never from a request. */
export interface LaneTable {
  readonly table: string
  readonly key?: string
  /** Further columns with times before which a lane must not be claimed: parked until, least gap until. */
  readonly notBefore?: readonly string[]
}

export interface DueTable {
  readonly table: string
  /** The column that names the lane. */
  readonly lane: string
  /** The column with the due time. Null in it means that there is nothing to do. */
  readonly dueAt: string
  /** The column that groups lanes. Each group has its own places, so that a group that hangs fills only its own. */
  readonly group?: string
  /**
   * True where one lane may have tens of thousands of rows due for hours. Lanes with work are then looked up one by
   * one, in an index that begins with the lane, so that a claim costs the same whatever is waiting. Cannot be combined
   * with groups.
   */
  readonly deep?: boolean
  /** The column that orders rows that became due at the same time. */
  readonly tie?: string
}

export interface Lane {
  readonly id: string
  /** The group of the lane's due rows; null without groups. */
  readonly group: string | null
  readonly fence: number
  readonly leaseUntil: Date
}

/** Proof of ownership of a lane: the next claim of the lane has a greater fence. */
export type LaneKey = Pick<Lane, 'id' | 'fence'>

/** A lane whose lease must last for at least `leastMs` more. */
export type HeldFor = LaneKey & { readonly leastMs?: number }

export interface Overdue {
  readonly lane: string
  /** The time since which the lane could have been claimed. */
  readonly since: Date
  readonly waitedMs: number
}

export interface Claim {
  readonly name: string
  /**
   * Claims free lanes with due work, the longest due first. `room` gives the free places of each group, if there are
   * groups.
   */
  claim(db: Db, options: { readonly lanes: number; readonly room?: Readonly<Record<string, number>> }): Promise<Lane[]>
  /**
   * Renews leases that still hold, in one statement. Lanes in `lost` belong to this process no more: stop work on them.
   */
  beat(
    db: Db,
    lanes: readonly LaneKey[],
  ): Promise<{ readonly kept: ReadonlySet<string>; readonly lost: readonly LaneKey[] }>
  /** Releases lanes at once. A lane that this process has lost is not changed. */
  release(db: Db, lanes: readonly LaneKey[]): Promise<void>
  /** Releases all lanes of a holder that is known to be dead. */
  releaseAllOf(db: Db, holder: string): Promise<number>
  /**
   * Returns a condition for a worker's write: false when the lane is lost or its lease ends too soon. The condition
   * locks the lane against a takeover until the write is committed.
   */
  holds(lane: LaneKey, leastMs?: number): RawBuilder<boolean>
  /** Returns a query for the keys, as `id`, of the lanes for which that condition is true. */
  held(lanes: readonly HeldFor[]): RawBuilder<unknown>
  /** Returns the same query for a statement that changes the lanes themselves. */
  heldForChange(lanes: readonly HeldFor[]): RawBuilder<unknown>
  /** Evaluates the condition, for work that takes more than one statement. */
  stillHolds(tx: Tx, lane: LaneKey, leastMs?: number): Promise<boolean>
  /**
   * Finds work that was due on a free lane for this long: no process claims, or a claim cannot see the row. Null is the
   * healthy answer.
   */
  overdue(db: Db, overdueMs: number): Promise<Overdue | null>
}

const defaultLeaseMs = 30_000

/**
 * Shares due work between workers. Due work is a row with a time. The lane that the row belongs to (an account, an
 * endpoint, or the row itself) is leased for a while, under a fence that grows with each claim.
 */
export function createClaim({ lanes, due, holder, leaseMs = defaultLeaseMs, onlyIf }: ClaimOptions): Claim {
  const lane = sql.table(lanes.table)
  const key = sql.ref(`l.${lanes.key ?? 'id'}`)
  const leaseEnd = sql`ph.now() + ${leaseMs} * interval '1 ms'`
  const { isFree, ready, overdueRows } = createDueLanes(lanes, due)
  const { lockMine, lockOne } = createLaneLocks(lanes, holder)
  const exclusively = sql`no key update`

  return {
    name: due.table,
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
