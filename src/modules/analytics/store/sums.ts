import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { AccountId } from '#kernel/ids.ts'
import { hasTag } from '#modules/labels/index.ts'
import { type MetricName, metricNames, type Numbers, type RateParts } from '../metrics.ts'
import { eachNumber, sumsOf } from './columns.ts'

/** The metrics of what an account published in a period. */
export type PublishedSums = Numbers & RateParts & { readonly accountId: AccountId; readonly posts: number }

/** A period, and the whole days (UTC) in it: from a day, inclusive, to another, exclusive. */
interface SumPeriod {
  readonly start: Date
  readonly end: Date
  readonly firstDay: string
  readonly lastDay: string
}

/** Sums the latest metrics of what accounts published: whole days from the roll-up, the edges from the targets. */
export async function sumPublished(
  db: Db,
  accounts: readonly AccountId[],
  { start, end, firstDay, lastDay }: SumPeriod,
): Promise<PublishedSums[]> {
  const ids = sql`any(${[...accounts]}::uuid[])`
  const rate = sql`sum(counted)::float8 as counted, sum(seen)::float8 as seen`
  const atMidnight = (day: string) => sql`(${day}::date::timestamp at time zone 'UTC')`
  const { rows } = await sql<PublishedSums>`
    with parts as (
      select account_id, sum(posts)::int as posts, ${sumsOf('p')}, ${rate}
      from metrics_published p where account_id = ${ids} and day >= ${firstDay}::date and day < ${lastDay}::date
      group by account_id
      union all
      select account_id, count(*)::int, ${sumsOf('w')}, sum(least(engagement, seen))::float8, sum(seen)::float8
      from metrics_watch w where account_id = ${ids} and published_at >= ${start} and published_at < ${end}
        and (published_at < ${atMidnight(firstDay)} or published_at >= ${atMidnight(lastDay)})
      group by account_id)
    select account_id, sum(posts)::int as posts, ${sumsOf('parts')}, ${rate} from parts group by account_id`.execute(db)
  return rows
}

/** Places where days are cut: the same number of slots for each day. */
export interface CutGrid {
  readonly firstDay: string
  readonly lastDay: string
  /** For each slot, the first and last day that has a cut in it. */
  readonly slots: readonly { readonly firstDay: string; readonly lastDay: string }[]
  /** The hours and quarters of an hour before each cut. `noCut` in a slot without one. */
  readonly hours: readonly number[]
  readonly quarters: readonly number[]
}

/** Not null, because PostgreSQL scans an array with nulls on each access. */
export const noCut = -1

/** Sums before the cut in a place of the grid, and for the whole day. */
export interface CutSums<Name extends string> {
  readonly place: number
  readonly cut: Readonly<Record<Name, number>>
  readonly whole: Readonly<Record<Name, number>>
}

type GainRow = { readonly place: number } & Record<string, number>

/** Sums gains of accounts before each cut. */
export async function sumGains(db: Db, accounts: readonly AccountId[], grid: CutGrid): Promise<CutSums<MetricName>[]> {
  const { rows } = await selectGains<GainRow>(accounts, grid, sql`place`).execute(db)
  return rows.map(cutSumsOf)
}

/** Sums the gains of each account before each cut. */
export async function sumGainsOfEach(
  db: Db,
  accounts: readonly AccountId[],
  grid: CutGrid,
): Promise<ReadonlyMap<AccountId, readonly CutSums<MetricName>[]>> {
  type Row = GainRow & { readonly accountId: AccountId }
  const { rows } = await selectGains<Row>(accounts, grid, sql`account_id, place`).execute(db)
  const byAccount = Map.groupBy(rows, ({ accountId }) => accountId)
  return new Map([...byAccount].map(([id, own]) => [id, own.map(cutSumsOf)]))
}

/** Selects gains. Each row of the roll-up is read once. Its day determines its cuts in the grid. */
const selectGains = <Row>(accounts: readonly AccountId[], grid: CutGrid, by: RawBuilder<unknown>) => sql<Row>`
    select ${by}, ${eachNumber(
      (column, name) => sql`coalesce(sum(g.${column}[hours]::float8), 0) as ${sql.ref(`cut_${name}`)},
        sum(g.${column}[24]::float8) as ${sql.ref(`whole_${name}`)}`,
    )}
    ${placesIn(sql`metrics_gained`, accounts, grid, sql`(${[...grid.hours]}::int[])[place + 1] as hours`)}
    where hours <> ${noCut}::int
    group by ${by}`

const cutSumsOf = (row: GainRow): CutSums<MetricName> => ({
  place: row.place,
  cut: namedBy(row, 'cut'),
  whole: namedBy(row, 'whole'),
})

/** Counts publications of accounts before each cut. */
export async function countPublished(
  db: Db,
  accounts: readonly AccountId[],
  grid: CutGrid,
): Promise<CutSums<'posts'>[]> {
  const { rows } = await sql<{ place: number; cut: number; whole: number }>`
    select place, sum(width_bucket((quarters_before - 1)::smallint, g.quarters))::int as cut, sum(g.posts)::int as whole
    ${placesIn(sql`metrics_published`, accounts, grid, sql`(${[...grid.quarters]}::int[])[place + 1] as quarters_before`)}
    where quarters_before <> ${noCut}::int
    group by place`.execute(db)
  return rows.map(({ place, cut, whole }) => ({ place, cut: { posts: cut }, whole: { posts: whole } }))
}

/** Lists each day of a roll-up once for each slot that has cuts on such days, with its place in the grid. */
const placesIn = (
  table: RawBuilder<unknown>,
  accounts: readonly AccountId[],
  { firstDay, slots }: CutGrid,
  at: RawBuilder<unknown>,
) => sql`
  from unnest(${slots.map((slot) => slot.firstDay)}::date[], ${slots.map((slot) => slot.lastDay)}::date[])
    with ordinality slot(first_day, last_day, nth)
  cross join lateral (
    select * from ${table} where account_id = any(${[...accounts]}::uuid[]) and day between first_day and last_day
    offset 0) g
  cross join lateral (select (g.day - ${firstDay}::date) * ${slots.length}::int + nth::int - 1 as place) p
  cross join lateral (select ${at}) a`

const namedBy = (row: Record<string, number>, prefix: string) =>
  Object.fromEntries(
    metricNames.map((name) => [name, row[`${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`] ?? 0]),
  ) as Record<MetricName, number>

export interface LabelSums extends Numbers, RateParts {
  /** Null for posts without tags, and for permanently deleted posts. */
  readonly label: string | null
  readonly posts: number
}

interface LabelsOf {
  readonly start: Date
  readonly end: Date
  readonly most: number
  /** Only these tags. Null for all, and for posts without tags. */
  readonly names: readonly string[] | null
}

/**
 * Sums the latest metrics of what accounts published in a period, by tag. Lists posts without tags first, then the tags
 * with the highest engagement.
 */
export async function sumByLabel(
  db: Db,
  accounts: readonly AccountId[],
  { start, end, most, names }: LabelsOf,
): Promise<LabelSums[]> {
  const { rows } = await sql<LabelSums>`
    select l.label, count(*)::int as posts, ${sumsOf('w')}, sum(least(w.engagement, w.seen))::float8 as counted,
      sum(w.seen)::float8 as seen
    from metrics_watch w left join post_target t on t.id = w.target_id left join post on post.id = t.post_id
    cross join lateral (
      select distinct label from unnest(case when post.tags <> '{}' then post.tags else array[null::text] end) u(label)) l
    where w.account_id = any(${[...accounts]}::uuid[]) and w.published_at >= ${start} and w.published_at < ${end}
      ${names === null ? sql`` : sql`and ${hasTag(names)} and l.label = any(${[...names]}::text[])`}
    group by l.label order by l.label is not null, sum(w.engagement) desc, l.label limit ${most}`.execute(db)
  return rows
}
