import { sql } from 'kysely'
import type { WaitCode } from '#connectors/connector.ts'
import { type Claim, type ClaimOptions, createClaim, type LaneKey } from '#infra/claim/index.ts'
import { allOf } from '#infra/db/all-of.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { Publication } from '../publication.ts'
import { missedAfterMs } from '../timing.ts'
import type { PublicationColumns } from './columns.ts'
import { asPublication } from './rows.ts'

/**
 * The claim of lanes. A lane is the account on the network, however often it is connected here. Its publications are
 * processed one at a time. The minimum gap is not a condition of the claim: it delays only publications that have not
 * begun, and not the finds and polls of those that have.
 */
export const createLaneClaim = (holder: string, onlyIf?: ClaimOptions['onlyIf']): Claim =>
  createClaim({
    lanes: { table: 'remote_account', notBefore: ['parked_until'] },
    due: { table: 'publication', lane: 'remote_account_id', dueAt: 'due_at', group: 'network' },
    holder,
    onlyIf,
  })

export interface NextOfLane {
  readonly publication: Publication
  /** True if another publication of the account was also due. */
  readonly hasOthers: boolean
  /** The earliest time of the next publication on this account. */
  readonly leastGapUntil: Date
  /** True if it was due before the account's last outage ended and has not been tried yet. */
  readonly isMissed: boolean
  /** The earliest time of the next missed post on this account. */
  readonly catchUpUntil: Date
  /** The time of the next find for a publication of the same text whose outcome is in doubt. */
  readonly twinInDoubtUntil: Date | null
}

/**
 * SQL over a publication p, its lane l and the engines' presence e: true if p was missed in an outage, and was more
 * than 15 minutes late at its end. A post that was already attempted waits with backoff instead.
 */
export const isMissed = sql<boolean>`(p.status = 'queued' and p.attempts = 0
  and p.wanted_at < greatest(l.outage_ended_at, e.outage_ended_at) - ${sql.lit(missedAfterMs)} * interval '1 ms')`

export interface AskedLane {
  readonly laneId: string
  /** A publication of the lane that is already in progress. */
  readonly besides: string | null
}

/**
 * Reads the next publication of each lane: the one with the earliest scheduled time among those that have something to
 * do now.
 */
export async function findNextOfLanes(db: Db, lanes: readonly AskedLane[]): Promise<Map<AskedLane, NextOfLane>> {
  const { rows } = await prepared('next-of-lanes')<
    Omit<NextOfLane, 'publication'> & PublicationColumns & { asked: number }
  >`
    select asked.no as asked, ${allOf('publication', 'p')}, l.least_gap_until, l.catch_up_until, ${isMissed} as is_missed, exists (
      select from publication o where o.remote_account_id = l.id and o.due_at <= ph.now() and o.id <> p.id
        and o.id is distinct from asked.besides) as has_others, (
      select max(d.due_at) from publication d
      where d.remote_account_id = l.id and d.due_at is not null and d.id <> p.id
        and d.text_hash = p.text_hash and d.begun_first is not null and p.begun_first is null) as twin_in_doubt_until
    from unnest(${lanes.map(({ laneId }) => laneId)}::uuid[], ${lanes.map(({ besides }) => besides)}::uuid[])
      with ordinality as asked(id, besides, no) join remote_account l on l.id = asked.id
    left join engine_presence e on true
    cross join lateral (
      select first.* from publication first where first.remote_account_id = l.id and first.due_at <= ph.now()
        and first.id is distinct from asked.besides
      order by first.wanted_at, first.ordinal limit 1) p
    where l.parked_until <= ph.now() and not exists (select from publishing_pause k where k.network = p.network)`.execute(
    db,
  )
  return new Map(
    rows.flatMap(({ asked: no, leastGapUntil, catchUpUntil, isMissed, twinInDoubtUntil, hasOthers, ...columns }) => {
      const one = lanes[no - 1]
      const publication = asPublication(columns)
      return one ? [[one, { publication, leastGapUntil, catchUpUntil, isMissed, twinInDoubtUntil, hasOthers }]] : []
    }),
  )
}

/** Defers all queued publications of an account until a time. */
export async function deferQueuedOfLane(db: Db, laneId: string, until: Date): Promise<void> {
  await db
    .updateTable('publication')
    .set({ dueAt: until })
    .where('publication.remoteAccountId', '=', laneId)
    .where('publication.status', '=', 'queued')
    .where('publication.dueAt', '<', until)
    .execute()
}

/**
 * Gives each missed post that is due a separate time, in the order of their scheduled times. On-time posts of the
 * account overtake them, and users can see when theirs will be published.
 */
export async function spreadMissed(
  db: Db,
  laneId: string,
  { from, gapMs }: { readonly from: Date; readonly gapMs: number },
): Promise<void> {
  await sql`
    with missed as (
      select p.id, row_number() over (order by p.wanted_at, p.ordinal) - 1 as nth
      from publication p join remote_account l on l.id = p.remote_account_id left join engine_presence e on true
      where p.remote_account_id = ${laneId} and p.due_at <= ph.now() and ${isMissed})
    update publication p set due_at = ${from}::timestamptz + missed.nth * ${gapMs} * interval '1 ms'
    from missed where p.id = missed.id and p.status = 'queued'`.execute(db)
}

export async function deferQueued(db: Db, id: string, until: Date): Promise<void> {
  await db
    .updateTable('publication')
    .set({ dueAt: until })
    .where('publication.id', '=', id)
    .where('publication.status', '=', 'queued')
    .execute()
}

interface Gap {
  readonly lane: LaneKey
  /** The minimum gap before the next publication on this account. */
  readonly gapMs?: number | undefined
  /** The minimum gap before its next missed post. */
  readonly catchUpMs?: number | undefined
}

export async function spaceOut(tx: Tx, gaps: readonly Gap[]): Promise<void> {
  const given = gaps.flatMap(({ lane, gapMs = 0, catchUpMs = 0 }) =>
    gapMs > 0 || catchUpMs > 0 ? [{ id: lane.id, gapMs, catchUpMs }] : [],
  )
  if (given.length === 0) return
  await sql`update remote_account l set
    least_gap_until = greatest(l.least_gap_until, ph.now() + x."gapMs" * interval '1 ms'),
    catch_up_until = greatest(l.catch_up_until, ph.now() + x."catchUpMs" * interval '1 ms')
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as x(id uuid, "gapMs" bigint, "catchUpMs" bigint)
    where l.id = x.id`.execute(tx)
}

/** Marks the account's posts that were due before now as missed, since nothing could be published on it. */
export async function endOutageOf(tx: Tx, accountId: AccountId): Promise<void> {
  await sql`update remote_account l set outage_ended_at = ph.now()
    from account a where a.id = ${accountId} and l.id = a.remote_account_id`.execute(tx)
}

interface Rest {
  readonly until: Date
  readonly why: string
  readonly code: WaitCode
}

export async function parkLane(db: Db, laneId: string, { until, why, code }: Rest): Promise<void> {
  await sql`update remote_account set park_why = ${why}, park_why_code = ${code},
    parked_until = greatest(parked_until, ${until}) where id = ${laneId}`.execute(db)
}

interface Park extends Rest {
  readonly scope: string
}

/** Reads the networks that are not to be claimed, because they are suspended or paused by an operator. */
export async function readParkedScopes(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<Pick<Park, 'scope'>>`select scope from park where until > ph.now()
    union all select network from publishing_pause`.execute(db)
  return new Set(rows.map(({ scope }) => scope))
}

/** Parks a network for all processes or for one. */
export async function parkNetwork(db: Db, park: Park): Promise<void> {
  await sql`with gone as (delete from park where until < ph.now() - interval '1 day' and scope <> ${park.scope})
    insert into park (scope, until, why, why_code) values (${park.scope}, ${park.until}, ${park.why}, ${park.code})
    on conflict (scope) do update set until = greatest(park.until, excluded.until), why = excluded.why,
      why_code = excluded.why_code`.execute(db)
}

/**
 * Names a network as one process sees it. The row is for people to read: the process keeps the park in memory, and no
 * other process is parked by it.
 */
export const networkSeenBy = (network: string, holder: string): string => `${network} from ${holder}`

/**
 * SQL over a publication p and a park k: true if the park covers the whole network, or a process that would have
 * processed p.
 */
export const isParkOf = sql<boolean>`(k.scope = p.network or starts_with(k.scope, p.network || ' from '))`
