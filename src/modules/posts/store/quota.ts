import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import type { PostId } from '#kernel/ids.ts'
import type { Quota } from '#rules/limits.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'
import { longestDelay, targetTime } from './delay.ts'

/** The scope of a quota: one remote account, or everyone who publishes through the app in this mode. */
export type CountOf =
  | { readonly lane: string }
  | { readonly network: Network; readonly mode: Mode; readonly app: string }

interface Around {
  readonly from: Date
  readonly to: Date
  /** The post to check, whose own reservation is not counted. */
  readonly except: PostId | null
}

export interface Counted {
  /** The minute of the count. */
  readonly at: Date
  /** Units that are published, or were begun. */
  readonly used: number
  /** Units that are queued, held, or scheduled. */
  readonly reserved: number
}

const costOfTarget = sql`1 + (case when t.overrides ? 'thread' then 0 else jsonb_array_length(po.thread) end) + (case when t.overrides ? 'firstComment'
  then t.overrides ->> 'firstComment' is not null else po.first_comment is not null end)::int`

const formatOfTarget = sql`coalesce(t.overrides ->> 'format',
  case when po.format = 'thread' and t.overrides ? 'thread' then 'post' else po.format end)`

/** SQL for scheduled posts, either of the profiles that the account is connected to, or of all users. */
function scheduled(of: CountOf, { from, to, except }: Around) {
  const within = sql`po.status = 'scheduled' and po.deleted_at is null and po.scheduled_at > ${from}::timestamptz - ${longestDelay}
    and po.scheduled_at <= ${to} and ${targetTime} > ${from} and ${targetTime} <= ${to}
    and po.id is distinct from ${except}::uuid`
  return 'lane' in of
    ? sql`select ${targetTime} as at, ${costOfTarget} as cost, ${formatOfTarget} as format, false as is_used
        from account a join post po on po.profile_id = a.profile_id join post_target t on t.post_id = po.id and t.account_id = a.id
        where a.remote_account_id = ${of.lane} and a.disconnected_at is null and ${within}`
    : sql`select ${targetTime} as at, ${costOfTarget} as cost, ${formatOfTarget} as format, false as is_used
        from post po join post_target t on t.post_id = po.id join account a on a.id = t.account_id
        where a.network = ${of.network} and a.mode = ${of.mode} and ${within}`
}

/** SQL for publications. A waiting one counts at the time of its next action. */
function begun(of: CountOf, { from, to }: Around) {
  const spent = 'lane' in of ? sql`p.remote_account_id = ${of.lane}` : sql`p.spends_app = ${of.app}`
  const waiting =
    'lane' in of
      ? sql`p.remote_account_id = ${of.lane}`
      : sql`p.network = ${of.network} and (select a.mode from account a where a.id = p.account_id) = ${of.mode}`
  return sql`select p.spent_at as at, p.cost, p.format, true as is_used from publication p
      where ${spent} and p.spent_at > ${from} and p.spent_at <= ${to}
    union all select p.due_at, p.cost, p.format, false from publication p
      where ${waiting} and p.due_at is not null and p.spent_at is null and p.due_at > ${from} and p.due_at <= ${to}
    union all select p.held_until, p.cost, p.format, false from publication p
      where ${waiting} and p.held_until > ${from} and p.held_until <= ${to}`
}

/**
 * Counts the units of this quota that are published or begun since a time, and those that will be begun before a post
 * that is enqueued now: those of due publications, and of publications that are held for a quota.
 */
export async function countBefore(db: Db, of: CountOf, quota: Quota, since: Date): Promise<number> {
  const spent = 'lane' in of ? sql`p.remote_account_id = ${of.lane}` : sql`p.spends_app = ${of.app}`
  const waiting =
    'lane' in of
      ? sql`p.remote_account_id = ${of.lane}`
      : sql`p.network = ${of.network} and (select a.mode from account a where a.id = p.account_id) = ${of.mode}`
  const ofKinds = quota.kinds ? sql`w.format = any(${[...quota.kinds]}::text[])` : sql`true`
  const { rows } = await sql<{ units: number }>`
    select coalesce(sum(${countedUnits(quota)}), 0)::int as units from (
      select p.cost, p.format from publication p where ${spent} and p.spent_at > ${since}
      union all select p.cost, p.format from publication p
        where ${waiting} and p.due_at <= ph.now() and p.spent_at is null
      union all select p.cost, p.format from publication p
        where ${waiting} and p.held_until is not null and p.spent_at is null and p.due_at is null) w
    where ${ofKinds}`.execute(db)
  return rows[0]?.units ?? 0
}

/** Counts everything in the span, of any kind. Every post that gets a time runs this query, so it is planned once. */
export async function countAll(db: Db, of: CountOf, around: Around): Promise<number> {
  const { rows } = await prepared('lane' in of ? 'quota-of-lane' : 'quota-of-app')<{ units: number }>`
    select coalesce(sum(w.cost), 0)::int as units from (${begun(of, around)} union all ${scheduled(of, around)}) w`.execute(
    db,
  )
  return rows[0]?.units ?? 0
}

const countedUnits = ({ counts = 'all' }: Quota) =>
  ({
    all: sql`w.cost`,
    posts: sql`case when w.format = 'reply' then 0 else 1 end`,
    replies: sql`case when w.format = 'reply' then w.cost else greatest(w.cost - 1, 0) end`,
  })[counts]

/** Counts the units of this quota by minute. */
export async function countByMinute(db: Db, of: CountOf, quota: Quota, around: Around): Promise<Counted[]> {
  const ofKinds = quota.kinds ? sql`w.format = any(${[...quota.kinds]}::text[])` : sql`true`
  const { rows } = await sql<Counted>`
    select date_bin('1 minute', w.at, 'epoch') as at,
      coalesce(sum(${countedUnits(quota)}) filter (where w.is_used), 0)::int as used,
      coalesce(sum(${countedUnits(quota)}) filter (where not w.is_used), 0)::int as reserved
    from (${begun(of, around)} union all ${scheduled(of, around)}) w where ${ofKinds} group by 1 order by 1`.execute(db)
  return rows
}
