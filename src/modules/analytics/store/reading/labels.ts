import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { Numbers, RateParts } from '../../metrics.ts'
import { sumsOf } from '../columns.ts'

export interface LabelSums extends Numbers, RateParts {
  /** Null for posts without tags, and for permanently deleted posts. */
  readonly label: string | null
  readonly posts: number
}

/**
 * Sums the latest metrics of what accounts published in a period, by tag. Lists posts without tags first, then the tags
 * with the highest engagement.
 */
export async function sumByLabel(
  db: Db,
  accounts: readonly AccountId[],
  { start, end, most }: { readonly start: Date; readonly end: Date; readonly most: number },
): Promise<LabelSums[]> {
  const { rows } = await sql<LabelSums>`
    select l.label, count(*)::int as posts, ${sumsOf('w')}, sum(least(w.engagement, w.seen))::float8 as counted,
      sum(w.seen)::float8 as seen
    from metrics_watch w left join post_target t on t.id = w.target_id left join post p on p.id = t.post_id
    cross join lateral (
      select distinct label from unnest(case when p.tags <> '{}' then p.tags else array[null::text] end) u(label)) l
    where w.account_id = any(${[...accounts]}::uuid[]) and w.published_at >= ${start} and w.published_at < ${end}
    group by l.label order by l.label is not null, sum(w.engagement) desc, l.label limit ${most}`.execute(db)
  return rows
}
