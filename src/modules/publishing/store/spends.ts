import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import type { Quota } from '#rules/limits.ts'
import type { Network } from '#rules/network-names.ts'

/**
 * The ledger consists of the publications: each has the time at which it was begun or published, and its number of
 * posts.
 */

/** The scope of a quota: one remote account, or everyone who publishes through an app. */
export type Payer =
  | { readonly lane: string; readonly network: Network }
  | { readonly app: string; readonly network: Network }

export interface LaneSpend {
  readonly lane: string
  readonly network: Network
  readonly since: Date
}

/** Sums, for each lane, everything spent since a time and everything held there. */
export async function sumSpentOfLanes(db: Db, lanes: readonly LaneSpend[]): Promise<Map<LaneSpend, number>> {
  const given = lanes.map(({ lane, network, since }, no) => ({ no, lane, network, since }))
  const { rows } = await prepared('spent-of-lanes')<{ no: number; used: number }>`
    select x.no, (
      coalesce((select sum(p.cost) from publication p
        where p.remote_account_id = x.lane and p.spent_at > x.since), 0)
      + coalesce((select sum(h.cost) from publication h
        where h.held_until is not null and h.network = x.network and h.remote_account_id = x.lane), 0))::int as used
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as x(no int, lane uuid, network text, since timestamptz)`.execute(
    db,
  )
  return new Map(rows.flatMap(({ no, used }) => (lanes[no] ? [[lanes[no], used] as const] : [])))
}

const unitsOf = ({ counts = 'all' }: Quota) =>
  ({
    all: sql`p.cost`,
    posts: sql`case when p.format = 'reply' then 0 else 1 end`,
    replies: sql`case when p.format = 'reply' then p.cost else greatest(p.cost - 1, 0) end`,
  })[counts]

const ofPayer = (payer: Payer) =>
  'lane' in payer ? sql`p.remote_account_id = ${payer.lane}` : sql`p.spends_app = ${payer.app}`

const ofKinds = ({ kinds }: Quota) => (kinds ? sql`p.format = any(${[...kinds]}::text[])` : sql`true`)

export async function spentSince(
  db: Db | Tx,
  payer: Payer,
  quota: Quota,
  since: Date,
): Promise<{ readonly used: number; readonly first: Date | null }> {
  const { rows } = await sql<{ used: number; first: Date | null }>`
    select coalesce(sum(${unitsOf(quota)}), 0)::int as used, min(p.spent_at) as first from publication p
    where ${ofPayer(payer)} and p.spent_at > ${since} and ${ofKinds(quota)}`.execute(db)
  return rows[0] ?? { used: 0, first: null }
}

/** Returns the time at which the given number of units had been published since `since`. Null if fewer have been. */
export async function findSpendTime(
  db: Db,
  payer: Payer,
  quota: Quota,
  since: Date,
  units: number,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select r.at from (
      select p.spent_at as at, sum(${unitsOf(quota)}) over (order by p.spent_at, p.id) as so_far from publication p
      where ${ofPayer(payer)} and p.spent_at > ${since} and ${ofKinds(quota)}) r
    where r.so_far >= ${units} order by r.at limit 1`.execute(db)
  return rows[0]?.at ?? null
}

/** Sums the units of publications held for a quota that were due earlier, since they are published first. */
export async function heldBefore(
  db: Db,
  payer: Payer,
  quota: Quota,
  { wantedAt, ordinal }: { readonly wantedAt: Date; readonly ordinal: number },
): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select coalesce(sum(${unitsOf(quota)}), 0)::int as held from publication p
    where p.held_until is not null and p.network = ${payer.network} and ${ofPayer(payer)} and ${ofKinds(quota)}
      and (p.wanted_at, p.ordinal) < (${wantedAt}, ${ordinal})`.execute(db)
  return rows[0]?.held ?? 0
}

/** Locks an app's count until the transaction ends, so that no other process relies on it. */
export async function lockApp(tx: Tx, app: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('quota ' || ${app}, 0))`.execute(tx)
}

/** Finds held publications for which there is room again, earliest scheduled first. */
export async function findReleasable(
  db: Db,
  most: number,
): Promise<{ id: string; targetId: string; format: string }[]> {
  const { rows } = await sql<{ id: string; targetId: string; format: string }>`
    select p.id, p.target_id, p.format from publication p where p.held_until <= ph.now() and p.status = 'held'
    order by p.wanted_at, p.ordinal limit ${most}`.execute(db)
  return rows
}
