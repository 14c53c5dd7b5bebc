import { sql } from 'kysely'
import { isLeased } from '#infra/claim/index.ts'
import type { Db } from '#infra/db/client.ts'
import type { Network } from '#rules/network-names.ts'

interface PublicationCount {
  readonly network: Network
  readonly ready: number
  readonly atWork: number
  readonly waiting: number
  readonly oldestReadyAt: Date | null
  readonly restsUntil: Date | null
  readonly restsWhy: string | null
  readonly restsWhyCode: string | null
}

/** Counts the publications in the queue by network, and adds why calls to a network are suspended. */
export async function countPublications(db: Db): Promise<readonly PublicationCount[]> {
  const { rows } = await sql<PublicationCount>`
    with counted as (
      select p.network, count(*) filter (where p.due_at <= ph.now() and not ${isLeased('l')})::int as ready,
        count(*) filter (where ${isLeased('l')})::int as at_work,
        count(*) filter (where p.due_at > ph.now() and not ${isLeased('l')})::int as waiting,
        min(p.due_at) filter (where p.due_at <= ph.now() and not ${isLeased('l')}) as oldest_ready_at
      from publication p join remote_account l on l.id = p.remote_account_id
      where p.due_at is not null group by p.network),
    resting as (select k.scope as network, k.until, k.why, k.why_code from park k where k.until > ph.now())
    select coalesce(c.network, r.network) as network, coalesce(c.ready, 0) as ready, coalesce(c.at_work, 0) as at_work,
      coalesce(c.waiting, 0) as waiting, c.oldest_ready_at, r.until as rests_until, r.why as rests_why,
      r.why_code as rests_why_code
    from counted c full join resting r on r.network = c.network`.execute(db)
  return rows
}

/** Returns the time of the oldest due post that no worker has passed to the engine. */
export async function findOverduePost(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ dueAt: Date | null }>`
    select min(scheduled_at) as due_at from post
    where status = 'scheduled' and deleted_at is null and scheduled_at <= ph.now()`.execute(db)
  return rows[0]?.dueAt ?? null
}

interface WaitingLane {
  readonly network: Network
  readonly handle: string | null
  readonly ready: number
  readonly oldestReadyAt: Date
  readonly isAtWork: boolean
}

/** Finds the accounts whose due publications have waited longest. */
export async function findWaitingLanes(db: Db): Promise<readonly WaitingLane[]> {
  const { rows } = await sql<WaitingLane>`
    select l.network, q.ready, q.oldest_ready_at, ${isLeased('l')} as is_at_work,
      (select a.handle from account a where a.remote_account_id = l.id order by a.id limit 1) as handle
    from (
      select p.remote_account_id, count(*)::int as ready, min(p.due_at) as oldest_ready_at
      from publication p where p.due_at <= ph.now() group by p.remote_account_id
      order by min(p.due_at) limit 20) q
    join remote_account l on l.id = q.remote_account_id order by q.oldest_ready_at`.execute(db)
  return rows
}

interface DeliveryCount {
  readonly ready: number
  readonly oldestReadyAt: Date | null
}

/** Counts the deliveries that are due on endpoints that no process works on. */
export async function countDeliveries(db: Db): Promise<DeliveryCount> {
  const { rows } = await sql<DeliveryCount>`
    select count(*)::int as ready, min(d.due_at) as oldest_ready_at
    from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id
    where d.due_at <= ph.now() and e.active and not ${isLeased('e')}`.execute(db)
  return rows[0] ?? { ready: 0, oldestReadyAt: null }
}
