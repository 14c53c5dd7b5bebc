import { sql } from 'kysely'
import type { Tx } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import type { AccountId, PostTargetId } from '#kernel/ids.ts'
import type { Numbers, RateParts } from '../metrics.ts'
import { eachNumber, numberColumns } from './columns.ts'

/** The moment of a publication that a roll-up covers. */
interface Published {
  readonly accountId: AccountId
  readonly publishedAt: Date
}

/** An addition to a target's metrics. Metrics may fall, so it may be negative. */
export type Gain = Published & Numbers & RateParts & { readonly targetId: PostTargetId }

/**
 * Recomputes the days on which these targets were published, from the latest metrics of all targets of each day. The
 * caller has locked the accounts, so no one else writes their rows.
 */
export async function rollUpPublished(tx: Tx, touched: readonly Published[]): Promise<void> {
  if (touched.length === 0) return
  const days = [...new Set(touched.map(({ accountId, publishedAt }) => `${accountId} ${utcDayOf(publishedAt)}`))]
  const [accounts, dates] = [days.map((one) => one.slice(0, 36)), days.map((one) => one.slice(37))]
  await prepared('roll-up-published')`
    insert into metrics_published (account_id, day, posts, quarters, ${numberColumns}, counted, seen)
    ${publishedFrom(sql`unnest(${accounts}::uuid[], ${dates}::date[]) d(account_id, day)`)}
    on conflict (account_id, day) do update set posts = excluded.posts, quarters = excluded.quarters,
      ${eachNumber((column) => sql`${column} = excluded.${column}`)},
      counted = excluded.counted, seen = excluded.seen`.execute(tx)
}

/** Selects the roll-up of days, from rows `d` with an account and a day. */
export const publishedFrom = (days: ReturnType<typeof sql>) => sql`
  select d.account_id, d.day, count(*)::int as posts, array_agg(q.quarter order by q.quarter) as quarters,
    ${eachNumber((column) => sql`sum(w.${column})::bigint as ${column}`)},
    sum(least(w.engagement, w.seen))::bigint as counted, sum(w.seen)::bigint as seen
  from ${days} join metrics_watch w on w.account_id = d.account_id
    and w.published_at >= d.day::timestamp at time zone 'UTC'
    and w.published_at < (d.day + 1)::timestamp at time zone 'UTC'
  cross join lateral (select w.published_at at time zone 'UTC' as shown) s
  cross join lateral (
    select (extract(hour from s.shown) * 4 + floor(extract(minute from s.shown) / 15))::smallint as quarter) q
  group by d.account_id, d.day`

const utcDayOf = (at: Date): string => at.toISOString().slice(0, 10)
