import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { Mode } from '#rules/modes.ts'

export interface PublicationTally {
  readonly network: string
  readonly mode: Mode
  readonly outcome: 'published' | 'failed' | 'unknown'
  readonly bucket: number | null
  readonly count: number
}

/** Sums the publications that finished since a given time, to the hour. */
export async function sumPublications(db: Db, since: Date): Promise<readonly PublicationTally[]> {
  const { rows } = await sql<PublicationTally>`
    select network, mode, outcome, bucket, sum(count)::bigint as count from publication_tally
    where hour > ${since}::timestamptz - interval '1 hour' group by 1, 2, 3, 4 order by 1, 2`.execute(db)
  return rows
}

/** Sums the deliveries that finished since a given time, to the hour. */
export async function sumDeliveries(db: Db, since: Date): Promise<{ delivered: number; failed: number }> {
  const { rows } = await sql<{ delivered: number; failed: number }>`
    select coalesce(sum(count) filter (where outcome = 'delivered'), 0)::bigint as delivered,
      coalesce(sum(count) filter (where outcome = 'failed'), 0)::bigint as failed
    from delivery_tally where hour > ${since}::timestamptz - interval '1 hour'`.execute(db)
  return rows[0] ?? { delivered: 0, failed: 0 }
}

/** Counts posts by status; `trash` counts those in the trash. */
export async function countPosts(db: Db): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, sum(count)::bigint as count from post_tally group by status having sum(count) > 0`.execute(db)
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

/**
 * Merges the rows of each key, so that readers have only a few rows to sum. Hourly tallies older than the given time
 * are deleted.
 */
export async function foldTallies(tx: Tx, keptSince: Date): Promise<void> {
  await sql`
    with gone as (delete from publication_tally where hour > ph.now() - interval '2 days' or hour < ${keptSince} returning *)
    insert into publication_tally (network, mode, hour, outcome, bucket, count, last_at)
    select network, mode, hour, outcome, bucket, sum(count), max(last_at) from gone where hour >= ${keptSince}
    group by 1, 2, 3, 4, 5`.execute(tx)
  await sql`
    with gone as (delete from delivery_tally where hour > ph.now() - interval '2 days' or hour < ${keptSince} returning *)
    insert into delivery_tally (hour, outcome, count)
    select hour, outcome, sum(count) from gone where hour >= ${keptSince} group by 1, 2`.execute(tx)
  await sql`
    with gone as (delete from post_tally returning *)
    insert into post_tally (status, count) select status, sum(count) from gone group by 1 having sum(count) <> 0`.execute(
    tx,
  )
  await sql`
    with gone as (delete from user_tally returning *)
    insert into user_tally (plan, role, subscription_status, count)
    select plan, role, subscription_status, sum(count) from gone group by 1, 2, 3 having sum(count) <> 0`.execute(tx)
  await sql`
    with gone as (delete from profile_tally returning *)
    insert into profile_tally (count) select sum(count) from gone having sum(count) <> 0`.execute(tx)
  await sql`
    with gone as (delete from account_tally returning *)
    insert into account_tally (network, status, count)
    select network, status, sum(count) from gone group by 1, 2 having sum(count) <> 0`.execute(tx)
}
