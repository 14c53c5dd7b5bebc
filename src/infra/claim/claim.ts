import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'

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

/**
 * Selects the due rows of one lane through an index on (lane, due). Written with an equality, the condition could also
 * be answered in the order of time alone. The planner finds that cheaper where one lane has most of the due rows, and
 * then reads all of them.
 */
export const dueOn = (
  lane: RawBuilder<unknown>,
  dueAt: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
  by: RawBuilder<unknown> = sql`ph.now()`,
) => sql`${lane} >= ${key} and (${lane}, ${dueAt}) <= (${key}, ${by}) and ${dueAt} is not null`

const defaultLeaseMs = 30_000
/** The number of due rows read for each place; several rows often share a lane. */
const rowsForEachPlace = 4

/**
 * Shares due work between workers. Due work is a row with a time. The lane that the row belongs to (an account, an
 * endpoint, or the row itself) is leased for a while, under a fence that grows with each claim.
 *
 * A claim reads the due rows themselves and never a summary kept beside them: a summary is computed from a snapshot,
 * and a row that commits at the wrong moment would wait behind it for ever. A claim also excludes leased lanes before
 * it applies its limit. Otherwise one lane with many rows would fill the limit and starve all the others.
 */
export function createClaim({ lanes, due, holder, leaseMs = defaultLeaseMs, onlyIf }: ClaimOptions): Claim {
  const lane = sql.table(lanes.table)
  const key = sql.ref(`l.${lanes.key ?? 'id'}`)
  const dueAt = sql.ref(`d.${due.dueAt}`)
  const onLane = sql`${key} = ${sql.ref(`d.${due.lane}`)}`
  const freeTimes = ['lease_until', ...(lanes.notBefore ?? [])].map((column) => sql.ref(`l.${column}`))
  const isFree = sql.join(
    freeTimes.map((time) => sql`${time} <= ph.now()`),
    sql` and `,
  )
  const leaseEnd = sql`ph.now() + ${leaseMs} * interval '1 ms'`

  const readyLanes = (condition: RawBuilder<unknown>, places: RawBuilder<unknown>) => sql`
    select lane, min(due_at) as due_at from (
      select ${key} as lane, ${dueAt} as due_at from ${sql.table(due.table)} d join ${lane} l on ${onLane}
      where ${dueAt} <= ph.now() and ${isFree} and ${condition}
      order by ${dueAt} limit ${rowsForEachPlace} * ${places}) rows
    group by lane order by min(due_at) limit ${places}`

  const laneOf = sql.ref(`d.${due.lane}`)
  const nextLane = (after: RawBuilder<unknown>) =>
    sql`(select ${laneOf} as lane from ${sql.table(due.table)} d where ${dueAt} is not null and ${after} order by ${laneOf}, ${dueAt} limit 1)`
  /** Selects the longest due row of each lane, if it is due by the given time, in the columns of the due rows. */
  const firstOfLanes = (isFit: RawBuilder<unknown>, by: RawBuilder<unknown>) => sql`
    with recursive lanes as (
      ${nextLane(sql`true`)} union all
      select ${nextLane(sql`${laneOf} > lanes.lane`)} from lanes where lanes.lane is not null)
    select lanes.lane as ${sql.ref(due.lane)}, first.due_at as ${sql.ref(due.dueAt)}
    from lanes join ${lane} l on ${key} = lanes.lane and ${isFit}
    cross join lateral (select ${dueAt} as due_at from ${sql.table(due.table)} d where ${dueOn(laneOf, dueAt, key, by)}
      order by ${laneOf}, ${dueAt} limit 1) first`

  const ready = (places: number, room: Readonly<Record<string, number>> | undefined) => {
    if (due.deep)
      return sql`select ${laneOf} as lane, ${dueAt} as due_at from (${firstOfLanes(isFree, sql`ph.now()`)}) d
        order by ${dueAt} limit ${places}`
    if (!due.group) return readyLanes(sql`true`, sql`${places}::int`)
    const lanesOfGroup = readyLanes(sql`${sql.ref(`d.${due.group}`)} = room.name`, sql`room.places::int`)
    return sql`select q.*, room.name as of_group from jsonb_each_text(${JSON.stringify(room ?? {})}::jsonb) as room(name, places)
      cross join lateral (${lanesOfGroup}) q`
  }

  const mine = (given: readonly HeldFor[]) => sql`unnest(
    ${given.map((one) => one.id)}::uuid[], ${given.map((one) => one.fence)}::bigint[],
    ${given.map((one) => one.leastMs ?? 0)}::bigint[]) as x(id, fence, least_ms)`
  // The holder is compared too: a beat that began before a release, and waited for it, must not renew the released
  // lease.
  const isMine = sql`${key} = x.id and l.fence = x.fence and l.holder = ${holder}
    and l.lease_until > ph.now() + x.least_ms * interval '1 ms'`

  /** Locks lanes in the order of their keys, so that two processes that lock several lanes cannot deadlock. */
  const lockMine = (given: readonly HeldFor[], how: RawBuilder<unknown>) => sql`
    select ${key} as id from ${lane} l join ${mine(given)} on ${isMine} order by ${key} for ${how} of l`

  const held = ({ id, fence }: LaneKey, leastMs: number) => sql`
    select from ${lane} l where ${key} = ${id} and l.fence = ${fence}
      and l.lease_until > ph.now() + ${leastMs} * interval '1 ms' for share`

  return {
    name: due.table,
    async claim(db, options) {
      const { rows } = await sql<Lane>`
        with ready as (
          select lane, min(due_at) as due_at, ${due.group ? sql`min(of_group)` : sql`null::text`} as of_group
          from (${ready(options.lanes, options.room)}) r group by lane),
        got as (
          select ${key} as lane, ready.of_group from ${lane} l join ready on ready.lane = ${key}
          where ${isFree} and ${onlyIf?.() ?? sql`true`} order by ready.due_at limit ${options.lanes} for no key update of l skip locked)
        update ${lane} l set lease_until = ${leaseEnd}, holder = ${holder}, fence = l.fence + 1
        from got where ${key} = got.lane
        returning ${key} as id, got.of_group as "group", l.fence, l.lease_until`.execute(db)
      return rows
    },
    async beat(db, given) {
      const { rows } = await sql<{ id: string }>`
        with mine as (${lockMine(given, sql`no key update`)})
        update ${lane} l set lease_until = ${leaseEnd} from mine where ${key} = mine.id
        returning ${key} as id`.execute(db)
      const kept = new Set(rows.map((row) => row.id))
      return { kept, lost: given.filter((one) => !kept.has(one.id)) }
    },
    async release(db, given) {
      if (given.length === 0) return
      await sql`
        with mine as (${lockMine(given, sql`no key update`)})
        update ${lane} l set lease_until = ph.now(), holder = null from mine where ${key} = mine.id`.execute(db)
    },
    async releaseAllOf(db, dead) {
      const { numAffectedRows } = await sql`update ${lane} l set lease_until = ph.now(), holder = null
        where l.holder = ${dead} and l.lease_until > ph.now()`.execute(db)
      return Number(numAffectedRows ?? 0n)
    },
    holds: (given, leastMs = 0) => sql<boolean>`exists (${held(given, leastMs)})`,
    held: (given) => lockMine(given, sql`share`),
    heldForChange: (given) => lockMine(given, sql`no key update`),
    async stillHolds(tx, given, leastMs = 0) {
      const { rows } = await sql<{ held: boolean }>`select exists (${held(given, leastMs)}) as held`.execute(tx)
      return rows[0]?.held ?? false
    },
    async overdue(db, overdueMs) {
      const limit = sql`ph.now() - ${overdueMs} * interval '1 ms'`
      const freeForLong = sql.join(
        freeTimes.map((time) => sql`${time} <= ${limit}`),
        sql` and `,
      )
      const since = sql`greatest(${sql.join([dueAt, ...freeTimes])})`
      const dueRows = due.deep ? sql`(${firstOfLanes(freeForLong, limit)})` : sql.table(due.table)
      const { rows } = await sql<Overdue>`
        select ${key} as lane, ${since} as since, (extract(epoch from ph.now() - ${since}) * 1000)::float8 as "waitedMs"
        from ${dueRows} d join ${lane} l on ${onLane}
        where ${dueAt} <= ${limit} and ${freeForLong} order by ${dueAt} limit 1`.execute(db)
      return rows[0] ?? null
    },
  }
}
