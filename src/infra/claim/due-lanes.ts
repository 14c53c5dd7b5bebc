import { type RawBuilder, sql } from 'kysely'
import type { DueTable, LaneTable, Overdue } from './contract.ts'
import { freeSince, leaseEnd } from './leases.ts'

/**
 * Selects the due rows of one lane through an index on (lane, due). Written with an equality, the condition could also
 * be answered in the order of time alone. The planner considers that cheaper if one lane has most of the due rows, and
 * then reads all of them.
 */
export const dueOn = (
  lane: RawBuilder<unknown>,
  dueAt: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
  by: RawBuilder<unknown> = sql`ph.now()`,
) => sql`${lane} >= ${key} and (${lane}, ${dueAt}) <= (${key}, ${by}) and ${dueAt} is not null`

/** The number of due rows read for each place; several rows often share a lane. */
const rowsForEachPlace = 4

interface DueLanes {
  /** A condition on the lane `l`: it is not leased and not parked. */
  readonly isFree: RawBuilder<unknown>
  /** Selects free lanes with due work, most overdue first, as `lane`, `due_at` and, with groups, `of_group`. */
  ready(places: number, room: Readonly<Record<string, number>> | undefined): RawBuilder<unknown>
  /**
   * Selects when the first row is due, if it is due by the given time, at the cost of one probe of the index for each
   * group. Its lane may be leased.
   */
  firstDue(groups: readonly string[], by: RawBuilder<Date>): RawBuilder<Date | null>
  /** Selects the most overdue row of a lane that has been free for that long. */
  overdueRows(overdueMs: number): RawBuilder<Overdue>
}

/**
 * Builds the queries that find lanes with due work.
 *
 * They read the due rows themselves, never a separate summary: a summary is computed from a snapshot, and a row that
 * commits at the wrong moment would wait behind it indefinitely. They also exclude leased lanes before they apply a
 * limit. Otherwise one lane with many rows would fill the limit and starve all the others.
 */
export function createDueLanes(lanes: LaneTable, due: DueTable): DueLanes {
  const lane = sql.table(lanes.table)
  const dueRows = sql.table(due.table)
  const key = sql.ref(`l.${lanes.key ?? 'id'}`)
  const dueAt = sql.ref(`d.${due.dueAt}`)
  const laneOf = sql.ref(`d.${due.lane}`)
  const inOrder = due.tie ? sql`${dueAt}, ${sql.ref(`d.${due.tie}`)}` : dueAt
  const notBefore = (lanes.notBefore ?? []).map((column) => sql.ref(`l.${column}`))
  const freeTimes = [leaseEnd('l'), ...notBefore]
  const allBy = (times: readonly RawBuilder<unknown>[], time: RawBuilder<unknown>) =>
    sql.join(
      times.map((freeAt) => sql`${freeAt} <= ${time}`),
      sql` and `,
    )
  const freeBy = (time: RawBuilder<unknown>) => allBy(freeTimes, time)
  const isFree = freeBy(sql`ph.now()`)
  const firstOfLanes = createFirstOfLanes(lanes, due)

  const readyOf = (condition: RawBuilder<unknown>, places: RawBuilder<unknown>) => sql`
    select lane, min(due_at) as due_at from (
      select ${key} as lane, ${dueAt} as due_at from ${dueRows} d join ${lane} l on ${key} = ${laneOf}
      where ${dueAt} <= ph.now() and ${isFree} and ${condition}
      order by ${inOrder} limit ${rowsForEachPlace} * ${places}) rows
    group by lane order by min(due_at)${due.tie ? sql`, lane` : sql``} limit ${places}`

  return {
    isFree,
    ready(places, room) {
      if (due.deep)
        return sql`select ${laneOf} as lane, ${dueAt} as due_at from (${firstOfLanes(isFree, sql`ph.now()`)}) d
          order by ${dueAt} limit ${places}`
      if (!due.group) return readyOf(sql`true`, sql`${places}::int`)
      const lanesOfGroup = readyOf(sql`${sql.ref(`d.${due.group}`)} = room.name`, sql`room.places::int`)
      return sql`select q.*, room.name as of_group from jsonb_each_text(${JSON.stringify(room ?? {})}::jsonb) as room(name, places)
        cross join lateral (${lanesOfGroup}) q`
    },
    firstDue(groups, by) {
      if (due.deep)
        return sql`(select min(greatest(${sql.join([dueAt, ...freeTimes])}))
          from (${firstOfLanes(freeBy(by), by)}) d join ${lane} l on ${key} = ${laneOf})`
      const first = (condition: RawBuilder<unknown>) =>
        sql<Date | null>`(select ${dueAt} from ${dueRows} d where ${condition} and ${dueAt} <= ${by} order by ${dueAt} limit 1)`
      if (!due.group) return first(sql`true`)
      const ofGroup = first(sql`${sql.ref(`d.${due.group}`)} = room.name`)
      return sql`(select min(${ofGroup}) from unnest(${[...groups]}::text[]) as room(name))`
    },
    overdueRows(overdueMs) {
      const limit = sql`ph.now() - ${overdueMs} * interval '1 ms'`
      const watchedTimes = [freeSince('l'), ...notBefore]
      const freeForLong = allBy(watchedTimes, limit)
      const since = sql`greatest(${sql.join([dueAt, ...watchedTimes])})`
      const rows = due.deep ? sql`(${firstOfLanes(freeForLong, limit)})` : dueRows
      return sql<Overdue>`
        select ${key} as lane, ${since} as since, (extract(epoch from ph.now() - ${since}) * 1000)::float8 as "waitedMs"
        from ${rows} d join ${lane} l on ${key} = ${laneOf}
        where ${dueAt} <= ${limit} and ${freeForLong} order by ${dueAt} limit 1`
    },
  }
}

/**
 * Builds the query for the most overdue row of each lane, if it is due by the given time, in the columns of the due
 * rows. It steps from lane to lane through the index.
 */
function createFirstOfLanes(lanes: LaneTable, due: DueTable) {
  const dueRows = sql.table(due.table)
  const key = sql.ref(`l.${lanes.key ?? 'id'}`)
  const dueAt = sql.ref(`d.${due.dueAt}`)
  const laneOf = sql.ref(`d.${due.lane}`)
  const nextLane = (after: RawBuilder<unknown>) =>
    sql`(select ${laneOf} as lane from ${dueRows} d where ${dueAt} is not null and ${after} order by ${laneOf}, ${dueAt} limit 1)`
  return (isFit: RawBuilder<unknown>, by: RawBuilder<unknown>) => sql`
    with recursive lanes as (
      ${nextLane(sql`true`)} union all
      select ${nextLane(sql`${laneOf} > lanes.lane`)} from lanes where lanes.lane is not null)
    select lanes.lane as ${sql.ref(due.lane)}, first.due_at as ${sql.ref(due.dueAt)}
    from lanes join ${sql.table(lanes.table)} l on ${key} = lanes.lane and ${isFit}
    cross join lateral (select ${dueAt} as due_at from ${dueRows} d where ${dueOn(laneOf, dueAt, key, by)}
      order by ${laneOf}, ${dueAt} limit 1) first`
}
