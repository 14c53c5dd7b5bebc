import { sql } from 'kysely'
import type { Claim, LaneKey } from '#infra/claim/index.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import { type RowStatus, underWay } from '../state.ts'
import type { Publication } from './publication.ts'
import { asColumns, asPublication, type RowChanges } from './rows.ts'

/**
 * What the holder of a lane writes. Every statement asks for the fence, so that a zombie writes nothing; for the
 * revision, so that it is applied once though it may be sent twice; and for the status, so that what was cancelled or
 * resolved meanwhile stays so. Null: one of these did not hold.
 */
export interface Held {
  readonly claim: Claim
  readonly lane: LaneKey
}

export async function saveFenced(
  db: Db | Tx,
  { claim, lane }: Held,
  publication: Publication,
  changes: RowChanges,
): Promise<Publication | null> {
  const row = await db
    .updateTable('publication')
    .set({ ...asColumns(changes), revision: publication.revision + 1 })
    .where('publication.id', '=', publication.id)
    .where('publication.revision', '=', publication.revision)
    .where('publication.status', '=', publication.status)
    .where(claim.holds(lane))
    .returningAll()
    .executeTakeFirst()
  return row ? asPublication(row) : null
}

/** Of many lanes at once: from the queue into work. Those for which one of the three does not hold are left out. */
export async function beginFenced(
  tx: Tx,
  claim: Claim,
  begun: readonly { readonly lane: LaneKey; readonly publication: Publication }[],
): Promise<Map<string, Publication>> {
  const publications = begun.map(({ publication }) => publication)
  const { rows } = await sql<Record<string, unknown>>`
    with held as materialized (${claim.held(begun.map(({ lane }) => lane))})
    update publication p set status = 'publishing', attempts = p.attempts + 1, revision = p.revision + 1
    from unnest(${publications.map(({ id }) => id)}::uuid[], ${publications.map(({ revision }) => revision)}::int[])
      as x(id, revision), held
    where p.id = x.id and p.revision = x.revision and p.status = 'queued' and p.remote_account_id = held.id
    returning p.*`.execute(tx)
  return new Map(rows.map(asPublication).map((row) => [row.id, row]))
}

/** A write of ours whose answer was lost: the row as that write left it, if it did. */
export async function savedBefore(
  db: Db,
  { claim, lane }: Held,
  publication: Publication,
  status: RowStatus,
): Promise<Publication | null> {
  const row = await db
    .selectFrom('publication')
    .selectAll()
    .where('publication.id', '=', publication.id)
    .where('publication.revision', '=', publication.revision + 1)
    .where('publication.status', '=', status)
    .where(claim.holds(lane))
    .executeTakeFirst()
  return row ? asPublication(row) : null
}

export interface Intent {
  readonly callId: string
  /** The lease must live so much longer than now. */
  readonly leastMs: number
}

/**
 * The intent of a call that could be seen, committed before it is made. It and a cancellation exclude each other: who
 * comes first counts. What has begun once is begun again all the same, since only so it comes to an end.
 */
export async function intendFenced(
  db: Db,
  { claim, lane }: Held,
  publication: Publication,
  { callId, leastMs }: Intent,
): Promise<Publication | null> {
  const { rows } = await sql<Record<string, unknown>>`
    with ok as (
      update publication p set begun_first = coalesce(begun_first, ph.now()), begun_last = ph.now(),
        begun_tries = begun_tries + 1, taken_fence = ${lane.fence}, revision = revision + 1,
        attempts = attempts + (begun_tries > 0)::int, doubt_until = null
      where p.id = ${publication.id} and p.revision = ${publication.revision}
        and p.status = any(${[...underWay]}) and (p.cancel_asked_at is null or p.begun_first is not null)
        and ${claim.holds(lane, leastMs)}
      returning p.*),
    call as (
      insert into publication_call (id, publication_id, fence, step, part, begun_at)
      select ${callId}, ok.id, ${lane.fence}, ok.step, ok.parts_shown, ph.now() from ok)
    select * from ok`.execute(db)
  return rows[0] ? asPublication(rows[0]) : null
}

export interface CallEnd {
  readonly outcome: string
  readonly sent: string | null
  readonly httpStatus: number | null
}

export async function endCall(db: Db | Tx, callId: string, end: CallEnd): Promise<void> {
  await endOf(callId, end).execute(db)
}

const endOf = (callId: string | null, end: CallEnd | undefined) => sql`
  update publication_call set ended_at = ph.now(), outcome = ${end?.outcome ?? null}, sent = ${end?.sent ?? null},
    http_status = ${end?.httpStatus ?? null}::int where id = ${callId}::uuid and ended_at is null`

export interface ShownPart {
  readonly part: number
  readonly remoteId: string | null
  readonly url: string | null
}

/** A part may become known in two goes: that it is out, and later its id. The call that showed it may end with it. */
export async function showPart(
  tx: Tx,
  publication: Publication,
  shown: ShownPart,
  ended?: CallEnd & { readonly callId: string },
): Promise<void> {
  await sql`
    with call as (${endOf(ended?.callId ?? null, ended)})
    insert into publication_part (publication_id, part, remote_account_id, remote_id, url, shown_at)
    values (${publication.id}, ${shown.part}, ${publication.remoteAccountId}, ${shown.remoteId}, ${shown.url}, ph.now())
    on conflict (publication_id, part) do update set remote_id = coalesce(excluded.remote_id, publication_part.remote_id),
      url = coalesce(excluded.url, publication_part.url)`.execute(tx)
}

/** What is at the network belongs to one publication alone. */
export async function belongsToAnother(db: Db, publication: Publication, remoteId: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select exists (select from publication_part p
    where p.remote_account_id = ${publication.remoteAccountId} and p.remote_id = ${remoteId}
      and p.publication_id <> ${publication.id}) as taken`.execute(db)
  return rows[0]?.taken ?? false
}

/** A retry that goes on where an earlier publication stopped takes over what is out already. */
export async function moveParts(tx: Tx, fromId: string, toId: string): Promise<void> {
  await tx
    .updateTable('publicationPart')
    .set({ publicationId: toId })
    .where('publicationPart.publicationId', '=', fromId)
    .execute()
}
