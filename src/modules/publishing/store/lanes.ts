import { sql } from 'kysely'
import { type Claim, type ClaimOptions, createClaim, type LaneKey } from '#infra/claim/index.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import type { Publication } from './publication.ts'
import { asPublication } from './rows.ts'

/**
 * The lane is the account at the network, however often it is connected here: one thing at a time. The least gap is no
 * condition of the claim, since it holds up only what has not begun, and not the looks and polls of what has.
 */
export const claimOfLanes = (holder: string, onlyIf?: ClaimOptions['onlyIf']): Claim =>
  createClaim({
    lanes: { table: 'remote_account', notBefore: ['parked_until'] },
    due: { table: 'publication', lane: 'remote_account_id', dueAt: 'due_at', group: 'network' },
    holder,
    onlyIf,
  })

export interface NextOfLane {
  readonly publication: Publication
  /** Of this account something else was due too. */
  readonly hasOthers: boolean
  /** Nothing new goes out on this account before. */
  readonly leastGapUntil: Date
  /** One of the same text, of which it is not known whether it is out, is looked at next then. */
  readonly twinInDoubtUntil: Date | null
}

/** Of each account the one that was to go out first, among those that have something to do now. */
export async function nextOfLanes(db: Db, laneIds: readonly string[]): Promise<Map<string, NextOfLane>> {
  const { rows } = await sql<Omit<NextOfLane, 'publication'> & { remoteAccountId: string }>`/* hot: next-of-lanes */
    select p.*, l.least_gap_until, exists (
      select from publication o where o.remote_account_id = l.id and o.due_at <= ph.now() and o.id <> p.id) as has_others, (
      select max(d.due_at) from publication d
      where d.remote_account_id = l.id and d.due_at is not null and d.id <> p.id
        and d.text_hash = p.text_hash and d.begun_first is not null and p.begun_first is null) as twin_in_doubt_until
    from unnest(${[...laneIds]}::uuid[]) as asked(id) join remote_account l on l.id = asked.id
    cross join lateral (
      select first.* from publication first where first.remote_account_id = l.id and first.due_at <= ph.now()
      order by first.wanted_at, first.ordinal limit 1) p
    where l.parked_until <= ph.now()`.execute(db)
  return new Map(
    rows.map(({ leastGapUntil, twinInDoubtUntil, hasOthers, ...columns }) => [
      columns.remoteAccountId,
      { publication: asPublication(columns), leastGapUntil, twinInDoubtUntil, hasOthers },
    ]),
  )
}

/** All that has not begun on this account waits so long. */
export async function deferQueuedOfLane(db: Db, laneId: string, until: Date): Promise<void> {
  await db
    .updateTable('publication')
    .set({ dueAt: until })
    .where('publication.remoteAccountId', '=', laneId)
    .where('publication.status', '=', 'queued')
    .where('publication.dueAt', '<', until)
    .execute()
}

export async function deferQueued(db: Db, id: string, until: Date): Promise<void> {
  await db
    .updateTable('publication')
    .set({ dueAt: until })
    .where('publication.id', '=', id)
    .where('publication.status', '=', 'queued')
    .execute()
}

export interface Gap {
  readonly lane: LaneKey
  /** Nothing new goes out on this account for so long. */
  readonly gapMs?: number | undefined
}

export async function spaceOut(tx: Tx, gaps: readonly Gap[]): Promise<void> {
  const given = gaps.flatMap(({ lane, gapMs }) => (gapMs ? [{ id: lane.id, gapMs }] : []))
  if (given.length === 0) return
  await sql`update remote_account l set
    least_gap_until = greatest(l.least_gap_until, ph.now() + x."gapMs" * interval '1 ms')
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as x(id uuid, "gapMs" bigint) where l.id = x.id`.execute(
    tx,
  )
}

export async function parkLane(db: Db, laneId: string, until: Date, why: string): Promise<void> {
  await sql`update remote_account set park_why = ${why}, parked_until = greatest(parked_until, ${until})
    where id = ${laneId}`.execute(db)
}

export interface Park {
  readonly scope: string
  readonly until: Date
}

export const readParks = async (db: Db): Promise<Park[]> =>
  (await sql<Park>`select scope, until from park where until > ph.now()`.execute(db)).rows

export async function parkNetwork(db: Db, network: string, until: Date, why: string): Promise<void> {
  await sql`insert into park (scope, until, why) values (${network}, ${until}, ${why})
    on conflict (scope) do update set until = greatest(park.until, excluded.until), why = excluded.why`.execute(db)
}

/** True while this process may write for the lane. */
export const holdsLane = async (db: Db, claim: Claim, lane: LaneKey): Promise<boolean> =>
  (await sql<{ held: boolean }>`select ${claim.holds(lane)} as held`.execute(db)).rows[0]?.held ?? false
