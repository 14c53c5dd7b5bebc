import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { AccountId, ProfileId } from '#kernel/ids.ts'
import type { Network } from '#rules/network-names.ts'

interface Waiting {
  readonly profileId: ProfileId
  readonly timezone: string
  /** The start of the first day. */
  readonly since: Date
}

/**
 * SQL: the times that people began to wait since a time, each with the seconds until the answer, from the items. One
 * begins with the first item after an answer and ends with the next one, wherever it was given. What a rule closed and
 * what was said a day before reading began are left out.
 */
const waitsFromItems = ({ profileId, timezone, since }: Waiting): RawBuilder<unknown> => sql`
  select t.account_id, t.network, t.kind, (t.began at time zone ${timezone})::date as day,
    round(extract(epoch from t.ended - t.began))::int as seconds
  from (
    select said.account_id, said.network, said.kind, said.begun_at,
      min(said.said_at) filter (where said.direction = 'in') as began,
      max(said.said_at) filter (where said.direction = 'out') as ended
    from (
      select c.id, c.account_id, c.network, c.kind, ia.begun_at, i.direction, i.said_at, count(*) filter (where i.direction = 'out')
        over (partition by c.id order by i.said_at, i.id rows between unbounded preceding and 1 preceding) as turn
      from conversation c join inbox_account ia on ia.account_id = c.account_id join inbox_item i on i.conversation_id = c.id
      where c.profile_id = ${profileId} and c.last_in_at >= ${since} and i.held is distinct from 'spam' and not exists (
        select from inbox_rule_run run where run.item_id = i.id and run.state = 'done')) said
    group by said.id, said.turn, said.account_id, said.network, said.kind, said.begun_at) t
  where t.began >= ${since} and t.began >= t.begun_at - interval '1 day'`

interface Range extends Waiting {
  readonly from: string
  readonly to: string
  /** The first day whose waits are read from the items. `since` is its start. Earlier ones are read as stored. */
  readonly liveFrom: string
  readonly today: string
}

export interface Figures {
  readonly waits: number
  readonly answered: number
  readonly medianSeconds: number | null
  readonly p90Seconds: number | null
}

interface Group extends Figures {
  readonly network: Network | null
  readonly accountId: AccountId | null
  readonly kind: 'comment' | 'mention' | 'quote' | null
  readonly open: number | null
}

type Grouping = 'network' | 'account' | 'kind' | 'all'

/** SQL: the columns of a group. */
const groupColumns = {
  network: sql`network, null::uuid as account_id, null::text as kind`,
  account: sql`network, account_id, null::text as kind`,
  kind: sql`null::text as network, null::uuid as account_id, kind`,
  all: sql`null::text as network, null::uuid as account_id, null::text as kind`,
} as const

/** SQL: the waits of a range. */
const waitsOf = (range: Range): RawBuilder<unknown> => sql`
  select w.* from (${waitsFromItems(range)}) w where w.day between greatest(${range.from}::date, ${range.liveFrom}::date) and ${range.to}::date
  union all
  select d.account_id, a.network, d.kind, d.day, seconds from inbox_day d join account a on a.id = d.account_id
    cross join lateral unnest(d.waits) seconds
  where d.profile_id = ${range.profileId} and d.day between ${range.from}::date and ${range.to}::date and d.day < ${range.liveFrom}::date`

/** SQL: the open conversations of today or at the end of a day, by account and kind. */
const openOf = ({ profileId, today }: Range, day: string): RawBuilder<unknown> =>
  day >= today
    ? sql`select c.account_id, c.network, c.kind, count(*)::int as open from conversation c
        where c.profile_id = ${profileId} and c.state = 'open' and c.last_in_at is not null
        group by c.account_id, c.network, c.kind`
    : sql`select d.account_id, a.network, d.kind, d.open_at_end as open from inbox_day d join account a on a.id = d.account_id
        where d.profile_id = ${profileId} and d.day = ${day}::date and d.open_at_end is not null`

/** Reads the figures of a range by group, those with the most waits first. */
export async function readGroups(db: Db, range: Range, grouping: Grouping): Promise<Group[]> {
  const columns = groupColumns[grouping]
  const { rows } = await sql<Group>`
    with waits as (
      select ${columns}, count(*)::int as waits, count(seconds)::int as answered,
        round(percentile_cont(0.5) within group (order by seconds))::int as median_seconds,
        round(percentile_cont(0.9) within group (order by seconds))::int as p90_seconds
      from (${waitsOf(range)}) w group by 1, 2, 3),
    opened as (select ${columns}, sum(open)::int as open from (${openOf(range, range.to)}) o group by 1, 2, 3)
    select coalesce(w.network, o.network) as network, coalesce(w.account_id, o.account_id) as account_id,
      coalesce(w.kind, o.kind) as kind, coalesce(w.waits, 0) as waits, coalesce(w.answered, 0) as answered,
      w.median_seconds, w.p90_seconds, o.open
    from waits w full join opened o on coalesce(o.network, '') = coalesce(w.network, '')
      and coalesce(o.account_id::text, '') = coalesce(w.account_id::text, '') and coalesce(o.kind, '') = coalesce(w.kind, '')
    order by waits desc, network, account_id, kind`.execute(db)
  return rows
}

interface DayRow {
  readonly day: string
  readonly waits: number
  readonly answered: number
  /** Null if it was not stored. */
  readonly open: number | null
}

/** Reads the figures of each day of a range that has some. */
export async function readDays(db: Db, range: Range): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select day::text as day, sum(waits)::int as waits, sum(answered)::int as answered, sum(open)::int as open from (
      select day, count(*) as waits, count(seconds) as answered, null::int as open from (${waitsOf(range)}) w group by day
      union all
      select day, 0, 0, open_at_end from inbox_day
      where profile_id = ${range.profileId} and day between ${range.from}::date and ${range.to}::date
    ) one group by day order by day`.execute(db)
  return rows
}

interface ProfileDay {
  readonly profileId: ProfileId
  readonly timezone: string
  /** The day that has ended last in the zone of the profile. */
  readonly day: string
}

/** Lists profiles with an inbox whose last day is not stored yet. */
export async function listDaysToStore(db: Db, now: Date, limit: number): Promise<ProfileDay[]> {
  const { rows } = await sql<ProfileDay>`
    select profile_id, timezone, day::text as day from (
      select p.id as profile_id, coalesce(p.timezone, u.timezone) as timezone,
        (${now}::timestamptz at time zone coalesce(p.timezone, u.timezone))::date - 1 as day
      from profile p join app_user u on u.id = p.owner_uid
      where exists (select from account a join inbox_account i on i.account_id = a.id where a.profile_id = p.id)) one
    where not exists (select from inbox_day_stored s where s.profile_id = one.profile_id and s.day >= one.day)
    order by profile_id limit ${limit}`.execute(db)
  return rows
}

/** Marks a day as stored. Returns false if it was, or a later one. */
export async function claimDay(tx: Tx, { profileId, day }: ProfileDay): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into inbox_day_stored as s (profile_id, day) values (${profileId}, ${day}::date)
    on conflict (profile_id) do update set day = excluded.day where s.day < excluded.day`.execute(tx)
  return numAffectedRows > 0n
}

/** Stores the waits of the days since a time again and, if it is timely, what is open now as what was open at a day’s end. */
export async function storeDays(
  tx: Tx,
  waiting: Waiting,
  { day, isTimely }: { readonly day: string; readonly isTimely: boolean },
): Promise<void> {
  const { profileId } = waiting
  await sql`
    insert into inbox_day as d (account_id, profile_id, kind, day, waits)
    select w.account_id, ${profileId}, w.kind, w.day, array_agg(w.seconds) from (${waitsFromItems(waiting)}) w
    where w.day <= ${day}::date group by w.account_id, w.kind, w.day
    on conflict (profile_id, day, account_id, kind) do update set waits = excluded.waits`.execute(tx)
  if (!isTimely) return
  await sql`
    insert into inbox_day as d (account_id, profile_id, kind, day, waits, open_at_end)
    select a.id, a.profile_id, k.kind, ${day}::date, '{}', (select count(*) from conversation c
      where c.profile_id = a.profile_id and c.account_id = a.id and c.kind = k.kind and c.state = 'open')
    from inbox_account i join account a on a.id = i.account_id
      cross join (values ('comment'), ('mention'), ('quote')) k (kind)
    where a.profile_id = ${profileId}
    on conflict (profile_id, day, account_id, kind) do update set open_at_end = excluded.open_at_end`.execute(tx)
}

/** Returns the time zone of a profile, or else its owner's. */
export async function readZone(db: Db, profileId: ProfileId): Promise<string> {
  const { rows } = await sql<{ timezone: string }>`select coalesce(p.timezone, u.timezone) as timezone
    from profile p join app_user u on u.id = p.owner_uid where p.id = ${profileId}`.execute(db)
  return rows[0]?.timezone ?? 'UTC'
}
