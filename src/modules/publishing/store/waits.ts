import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { Publication } from '../publication.ts'
import { isMissed, isParkOf } from './lanes.ts'

/** Facts that can make a publication wait while no process works on it. */
export interface WaitFacts extends Pick<Publication, 'id' | 'status' | 'dueAt' | 'begunFirst' | 'error' | 'errorCode'> {
  readonly isDue: boolean
  readonly isMissed: boolean
  readonly networkUntil: Date | null
  readonly networkWhy: string | null
  readonly networkCode: string | null
  /** The operator's reason for pausing the network. */
  readonly pauseReason: string | null
  readonly accountUntil: Date | null
  readonly accountWhy: string | null
  readonly accountCode: string | null
  /** True if a publication of the same account is due that was scheduled earlier. */
  readonly hasEarlier: boolean
}

export async function waitFacts(db: Db, ids: readonly string[]): Promise<WaitFacts[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<WaitFacts>`
    select p.id, p.status, p.due_at, p.begun_first, p.error, p.error_code, p.due_at <= ph.now() as is_due,
      coalesce(${isMissed}, false) as is_missed,
      (select z.reason from publishing_pause z where z.network = p.network) as pause_reason,
      k.until as network_until, k.why as network_why, k.why_code as network_code,
      case when l.parked_until > ph.now() then l.parked_until end as account_until,
      case when l.parked_until > ph.now() then l.park_why end as account_why,
      case when l.parked_until > ph.now() then l.park_why_code end as account_code,
      exists (select from publication o where o.remote_account_id = p.remote_account_id and o.due_at <= ph.now()
        and (o.wanted_at, o.ordinal) < (p.wanted_at, p.ordinal)) as has_earlier
    from publication p join remote_account l on l.id = p.remote_account_id
    left join lateral (select k.until, k.why, k.why_code from park k where ${isParkOf} and k.until > ph.now()
      order by k.until desc limit 1) k on true
    left join engine_presence e on true
    where p.id = any(${[...ids]}::uuid[]) and p.due_at is not null and p.taken_fence is null`.execute(db)
  return rows
}
