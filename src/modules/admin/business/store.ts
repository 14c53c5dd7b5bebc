import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { CancelReason } from '#modules/billing/index.ts'

interface FunnelCounts {
  readonly signedUp: number
  readonly verified: number
  readonly connected: number
  readonly firstPost: number
  readonly firstPublished: number
  readonly week2: number
}

/**
 * Counts which steps users who signed up since a given time have reached. A step counts no matter when it was reached.
 */
export async function readFunnel(db: Db, since: Date): Promise<FunnelCounts> {
  const { rows } = await sql<FunnelCounts>`
    select count(*) as "signedUp",
      count(*) filter (where email_verified) as verified,
      count(*) filter (where connected) as connected,
      count(*) filter (where posted) as "firstPost",
      count(*) filter (where published) as "firstPublished",
      count(*) filter (where returned) as week2
    from (
      select u.email_verified,
        exists (select from account a where a.owner_uid = u.id) as connected,
        exists (select from post p where p.owner_uid = u.id) as posted,
        exists (select from post p where p.owner_uid = u.id and p.status in ('published', 'partial')) as published,
        exists (select from post p where p.owner_uid = u.id
          and p.created_at >= u.created_at + interval '7 days'
          and p.created_at < u.created_at + interval '14 days') as returned
      from app_user u where u.created_at >= ${since}
    ) steps`.execute(db)
  return rows[0] ?? { signedUp: 0, verified: 0, connected: 0, firstPost: 0, firstPublished: 0, week2: 0 }
}

export interface CohortCell {
  readonly cohort: Date
  /** Weeks since the sign-up of each user. Null if no one in the cohort wrote a post. */
  readonly week: number | null
  readonly active: number
  readonly users: number
}

/** Counts the users of each sign-up week, and those who wrote a post in each later week. */
export async function readCohorts(db: Db, since: Date): Promise<CohortCell[]> {
  const { rows } = await sql<CohortCell>`
    with cohort as (
      select id, created_at, date_trunc('week', created_at at time zone 'UTC') at time zone 'UTC' as week
      from app_user where created_at >= ${since}
    ), active as (
      select c.week as cohort, floor(extract(epoch from p.created_at - c.created_at) / 604800)::int as week,
        count(distinct c.id) as active
      from cohort c join post p on p.owner_uid = c.id and p.created_at >= c.created_at group by 1, 2
    ), size as (select week as cohort, count(*) as users from cohort group by 1)
    select size.cohort, active.week, coalesce(active.active, 0) as active, size.users
    from size left join active using (cohort) order by size.cohort, active.week`.execute(db)
  return rows
}

interface PlanPeriods {
  readonly plan: string
  readonly users: number
  readonly formerUsers: number
  readonly months: number
}

/** Sums how long users had each plan. */
export async function readPlanPeriods(db: Db, now: Date): Promise<PlanPeriods[]> {
  const { rows } = await sql<PlanPeriods>`
    select plan, count(*) filter (where ended_at is null) as users, count(*) filter (where ended_at is not null)
        as "formerUsers",
      (sum(extract(epoch from coalesce(ended_at, ${now}) - began_at)) / 2629800)::float8 as months
    from subscription_period group by plan`.execute(db)
  return rows
}

interface CancelledFor {
  readonly reason: CancelReason
  readonly count: number
}

export async function countReasons(db: Db, since: Date): Promise<CancelledFor[]> {
  const { rows } = await sql<CancelledFor>`
    select reason, count(*) as count from cancellation where at >= ${since} group by reason order by 2 desc, 1`.execute(
    db,
  )
  return rows
}

interface CancellationWords {
  readonly at: Date
  readonly plan: string
  readonly reason: CancelReason
  readonly comment: string
}

/** Returns the hundred newest comments. */
export async function selectComments(db: Db, since: Date): Promise<CancellationWords[]> {
  const { rows } = await sql<CancellationWords>`
    select at, plan, reason, comment from cancellation
    where at >= ${since} and comment is not null order by at desc, id desc limit 100`.execute(db)
  return rows
}
