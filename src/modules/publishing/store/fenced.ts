import { type RawBuilder, sql } from 'kysely'
import type { Claim, LaneKey } from '#infra/claim/index.ts'
import { allOf } from '#infra/db/all-of.ts'
import { asRow } from '#infra/db/bulk-insert.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import type { CallResult, Publication, RowChanges, ShownPart } from '../publication.ts'
import { type RowStatus, underWay } from '../state.ts'
import type { PublicationColumns } from './columns.ts'
import { asPublication, changeable } from './rows.ts'

/**
 * Writes by the holders of lanes, for many lanes in one statement. Each write checks three things: the fencing token,
 * so that a zombie writes nothing; the revision, so that a write that is sent twice is applied once; and the status, so
 * that a concurrent cancellation or resolution is kept. Rows that fail a check are missing from the result.
 */
interface Fenced {
  readonly lane: LaneKey
  readonly publication: Publication
}

export type Written = ReadonlyMap<Publication['id'], Publication>

/** The IDs as a separate parameter, since the planner's estimate for JSON would make it read all rows in progress. */
const idsOf = (all: readonly Fenced[]): string[] => all.map(({ publication }) => publication.id)

const written = (rows: readonly object[]): Written => new Map(rows.map(asPublication).map((row) => [row.id, row]))

/**
 * Makes the commit return without waiting for the disk. A server that crashes may lose its last such writes, as if they
 * had not been made. Every intent waits, and flushes all earlier writes with it.
 */
const unawaited = sql`(select set_config('synchronous_commit', 'off', true)) unawaited`

interface Saved extends Fenced {
  readonly changes: RowChanges
}

/** Saves changes that no client is notified of: checkpoints, marks, and waits. */
export async function saveFenced(db: Db, claim: Claim, saves: readonly Saved[]): Promise<Written> {
  const { rows } = await prepared('save-fenced')<PublicationColumns>`with ${saving(claim, saves)}
    select ${allOf('publication', 'saved')} from saved, ${unawaited}`.execute(db)
  return written(rows)
}

/** Saves the same changes with their results: parts that are now published, and calls that have ended. */
export async function saveTraced(
  tx: Tx,
  claim: Claim,
  saves: readonly (Saved & { readonly shown?: ShownPart | undefined; readonly ended?: CallEnd | undefined })[],
): Promise<Written> {
  const shown = saves.flatMap(({ publication: { id }, shown: part }) => (part ? [{ id, ...part }] : []))
  const ended = saves.flatMap(({ publication: { id }, ended: end }) => (end ? [{ id, ...end }] : []))
  const { rows } = await prepared('save-traced')<PublicationColumns>`with ${saving(claim, saves)},
    shown as (${insertParts(shown, sql`saved`)}),
    ended as (${closeCalls(ended, sql`join saved s on s.id = x.id`)})
    select ${allOf('publication', 'saved')} from saved`.execute(tx)
  return written(rows)
}

function saving(claim: Claim, saves: readonly Saved[]) {
  const given = saves.map(({ publication: { id, revision, status }, changes }) => ({
    id,
    revision,
    status,
    changes: asRow(changes),
  }))
  return sql`held as materialized (${claim.held(saves.map(({ lane }) => lane))}),
  saved as (
    update publication p set (${changeable}) = (select ${changeable} from jsonb_populate_record(p, x.changes)),
      revision = p.revision + 1
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as x(id uuid, revision integer, status text, changes jsonb), held
    where p.id = any(${idsOf(saves)}::uuid[]) and p.id = x.id
      and p.revision = x.revision and p.status = x.status and p.remote_account_id = held.id
    returning p.*)`
}

/**
 * Moves publications from the queue to in progress. No client is notified of it, so the commit need not wait for the
 * disk.
 */
export async function beginFenced(
  tx: Tx,
  claim: Claim,
  begun: readonly (Fenced & { readonly reservation: { readonly app: string | null } | null })[],
): Promise<Written> {
  if (begun.length === 0) return new Map()
  const publications = begun.map(({ publication }) => publication)
  const { rows } = await prepared('begin-fenced')<PublicationColumns>`
    with held as materialized (${claim.held(begun.map(({ lane }) => lane))}),
    begun as (
    update publication p set status = 'publishing', attempts = p.attempts + 1, revision = p.revision + 1,
      spent_at = case when x.spends then ph.now() end, spends_app = x.app
    from unnest(${publications.map(({ id }) => id)}::uuid[], ${publications.map(({ revision }) => revision)}::int[],
      ${begun.map(({ reservation }) => reservation !== null)}::boolean[], ${begun.map(({ reservation }) => reservation?.app ?? null)}::text[])
      as x(id, revision, spends, app), held
    where p.id = any(${idsOf(begun)}::uuid[]) and p.id = x.id
      and p.revision = x.revision and p.status = 'queued' and p.remote_account_id = held.id
    returning p.*)
    select ${allOf('publication', 'begun')} from begun, ${unawaited}`.execute(tx)
  return written(rows)
}

/** Finds our own write whose response was lost: the row as that write left it, or null if it was not applied. */
export async function savedBefore(
  db: Db,
  claim: Claim,
  { lane, publication }: Fenced,
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

export interface Intent extends Fenced {
  readonly callId: string
  /** The minimum remaining time of the lease. */
  readonly leastMs: number
}

/**
 * Commits the intents of visible calls before the calls are made. An intent and a cancellation exclude each other:
 * whichever is committed first counts. The row records an attempt whose response may get lost, so that its outcome is
 * looked up and the call is not blindly repeated.
 */
export async function intendFenced(db: Db, claim: Claim, intents: readonly Intent[]): Promise<Written> {
  const given = intents.map(({ lane, publication: { id, revision }, callId }) => ({
    id,
    revision,
    fence: lane.fence,
    callId,
  }))
  const { rows } = await prepared('intend-fenced')<PublicationColumns>`
    with held as materialized (${claim.held(intents.map(({ lane, leastMs }) => ({ ...lane, leastMs })))}),
    x as materialized (select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as x(id uuid, revision integer, fence bigint, "callId" uuid)),
    ok as (
      update publication p set begun_first = coalesce(begun_first, ph.now()), begun_last = ph.now(),
        begun_tries = begun_tries + 1, taken_fence = x.fence, revision = p.revision + 1,
        attempts = attempts + (begun_tries > 0)::int, doubt_until = null
      from x, held
      where p.id = any(${idsOf(intents)}::uuid[]) and p.id = x.id
        and p.revision = x.revision and p.remote_account_id = held.id
        and p.status = any(${[...underWay]}) and p.cancel_asked_at is null
      returning p.*),
    call as (
      insert into publication_call (id, publication_id, fence, step, part, begun_at)
      select x."callId", ok.id, x.fence, ok.step, ok.parts_shown, ph.now() from ok join x on x.id = ok.id)
    select ${allOf('publication', 'ok')} from ok`.execute(db)
  return written(rows)
}

export interface CallEnd extends CallResult {
  readonly callId: string
}

export async function endCalls(db: Db | Tx, ends: readonly CallEnd[]): Promise<void> {
  if (ends.length === 0) return
  await prepared('end-calls')`${closeCalls(ends, sql``)}`.execute(db)
}

const closeCalls = (ends: readonly CallEnd[], more: RawBuilder<unknown>) => sql`
  update publication_call c set ended_at = ph.now(), outcome = x.outcome, sent = x.sent, http_status = x."httpStatus"
  from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb)
    as x(id uuid, "callId" uuid, outcome text, sent text, "httpStatus" integer) ${more}
  where c.id = x."callId" and c.ended_at is null`

/** Records published parts. A part may become known in two steps: first that it is published, and later its ID. */
export async function showParts(
  tx: Tx,
  shown: readonly { readonly publication: Publication; readonly shown: ShownPart }[],
): Promise<void> {
  if (shown.length === 0) return
  const given = shown.map(({ publication: { id }, shown: part }) => ({ id, ...part }))
  await insertParts(given, sql`publication`).execute(tx)
}

const insertParts = (given: readonly (ShownPart & { readonly id: string })[], publications: RawBuilder<unknown>) => sql`
  insert into publication_part (publication_id, part, remote_account_id, remote_id, url, shown_at)
  select s.id, x.part, s.remote_account_id, x."remoteId", x.url, ph.now()
  from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as x(id uuid, part integer, "remoteId" text, url text)
  join ${publications} s on s.id = x.id
  on conflict (publication_id, part) do update set remote_id = coalesce(excluded.remote_id, publication_part.remote_id),
    url = coalesce(excluded.url, publication_part.url)`

/** True if another publication already has this remote ID. A post on the network belongs to a single publication. */
export async function belongsToAnother(
  db: Db,
  publication: Pick<Publication, 'id' | 'remoteAccountId'>,
  remoteId: string,
): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select exists (select from publication_part p
    where p.remote_account_id = ${publication.remoteAccountId} and p.remote_id = ${remoteId}
      and p.publication_id <> ${publication.id}) as taken`.execute(db)
  return rows[0]?.taken ?? false
}

/** Moves the published parts of an earlier publication to the retry that resumes it. */
export async function moveParts(tx: Tx, fromId: string, toId: string): Promise<void> {
  await tx
    .updateTable('publicationPart')
    .set({ publicationId: toId })
    .where('publicationPart.publicationId', '=', fromId)
    .execute()
}
