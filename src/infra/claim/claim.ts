import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'

/**
 * The one way in which work that is due is shared between workers. What is due is a row with a time; the lane it
 * belongs to (an account, an endpoint, or the row itself) is leased for a while, under a fence that grows each time.
 *
 * A claim reads the due rows themselves, never a mark kept beside them: a mark is computed from a snapshot, and a row
 * that commits at the wrong moment would wait behind it for ever. And it leaves leased lanes out before it limits, or
 * one lane with many rows would fill the limit and starve all the others.
 */
export interface ClaimOptions {
  readonly lanes: LaneTable
  readonly due: DueTable
  /** Who claims: the node and its boot, so that what a dead predecessor held can be told apart. */
  readonly holder: string
  readonly leaseMs?: number
  /** What must be true of the database as a whole: else nothing is taken. Asked in the claim's own statement. */
  readonly onlyIf?: (() => RawBuilder<boolean>) | undefined
}

/** Names of tables and columns, in the database's spelling. They come from code, never from a request. */
export interface LaneTable {
  readonly table: string
  readonly key?: string
  /** Further times before which a lane is not to be taken: parked until, least gap until. */
  readonly notBefore?: readonly string[]
}

export interface DueTable {
  readonly table: string
  /** The column that names the lane. */
  readonly lane: string
  /** Null when there is nothing to do. */
  readonly dueAt: string
  /** The column by which places are shared out, so that a group that hangs fills only its own. */
  readonly group?: string
  /**
   * On one lane tens of thousands may be due for hours. Then lanes with work are looked up one after the other, in an index
   * that begins with the lane, so that a claim costs the same whatever waits behind them. Not together with groups.
   */
  readonly deep?: boolean
}

export interface Lane {
  readonly id: string
  /** Of what is due on it; null where there are no groups. */
  readonly group: string | null
  readonly fence: number
  readonly leaseUntil: Date
}

/** What proves that a lane is ours: a lane claimed again has a greater fence. */
export type LaneKey = Pick<Lane, 'id' | 'fence'>

/** A lane whose lease has to live so much longer. */
export type HeldFor = LaneKey & { readonly leastMs?: number }

export interface Overdue {
  readonly lane: string
  /** Since when it could have been taken. */
  readonly since: Date
  readonly waitedMs: number
}

export interface Claim {
  readonly name: string
  /** Free lanes with work that is due, the longest due first. `room` gives each group's places, if there are groups. */
  claim(db: Db, options: { readonly lanes: number; readonly room?: Readonly<Record<string, number>> }): Promise<Lane[]>
  /** Prolongs leases that still hold, in one statement. Those not returned are lost: stop working on them. */
  beat(
    db: Db,
    lanes: readonly LaneKey[],
  ): Promise<{ readonly kept: ReadonlySet<string>; readonly lost: readonly LaneKey[] }>
  /** Gives lanes back at once; a lane that is no longer ours stays as it is. */
  release(db: Db, lanes: readonly LaneKey[]): Promise<void>
  /** Gives back whatever a predecessor that is known to be dead still holds. */
  releaseAllOf(db: Db, holder: string): Promise<number>
  /**
   * A condition for the write that a worker makes: false for one who has lost the lane, or whose lease ends too soon.
   * It locks the lane against being taken over until the write is committed.
   */
  holds(lane: LaneKey, leastMs?: number): RawBuilder<boolean>
  /** A query for the keys, as `id`, of those of many lanes for which that is true. */
  held(lanes: readonly HeldFor[]): RawBuilder<unknown>
  /** The same, for a statement that changes the lanes themselves. */
  heldForChange(lanes: readonly HeldFor[]): RawBuilder<unknown>
  /** The same as a question, for what takes more than one statement. */
  stillHolds(tx: Tx, lane: LaneKey, leastMs?: number): Promise<boolean>
  /** Work that was due, and its lane free, for so long: nobody claims, or a claim cannot see it. Null is as it should be. */
  overdue(db: Db, overdueMs: number): Promise<Overdue | null>
}

/**
 * What is due on one lane, to be read in the order (lane, due). Written as an equation it could also be read in the order of
 * time alone, which looks cheaper to the planner where one lane has most of what is due, and goes through all of it.
 */
export const dueOn = (
  lane: RawBuilder<unknown>,
  dueAt: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
  by: RawBuilder<unknown> = sql`ph.now()`,
) => sql`${lane} >= ${key} and (${lane}, ${dueAt}) <= (${key}, ${by}) and ${dueAt} is not null`

const defaultLeaseMs = 30_000
/** How many due rows are looked at for each place; several rows often share a lane. */
const rowsForEachPlace = 4

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
  /** Of each lane the row that is longest due, if it is due by then; in the columns of the due rows. */
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
  // By its holder too: a beat that began before a release, and waited for it, must not prolong what was handed back.
  const isMine = sql`${key} = x.id and l.fence = x.fence and l.holder = ${holder}
    and l.lease_until > ph.now() + x.least_ms * interval '1 ms'`

  /** Whoever locks several lanes does it in the order of their keys, or two who do would wait for each other. */
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
