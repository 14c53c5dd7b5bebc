import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import { before, days } from '#kernel/clock.ts'
import { type ApiKeyId, lowestIdAt, type UserId } from '#kernel/ids.ts'

const keptMs = days(7)
/** The rows that a key keeps. */
const keptRows = 1_000
const batchRows = 5_000

export interface LoggedRequest {
  readonly id: string
  readonly keyId: ApiKeyId
  readonly at: Date
  readonly method: string
  readonly path: string
  readonly status: number
  readonly code: string | null
  readonly requestId: string
}

/** Stores requests, except those of keys whose user has been deleted. Storing a request again changes nothing. */
export async function insertRequests(db: Db, rows: readonly LoggedRequest[]): Promise<void> {
  await sql`
    insert into api_request (id, key_id, at, method, path, status, code, request_id)
    select r.* from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.keyId)}::uuid[],
        ${rows.map((row) => row.at)}::timestamptz[], ${rows.map((row) => row.method)}::text[],
        ${rows.map((row) => row.path)}::text[], ${rows.map((row) => row.status)}::smallint[],
        ${rows.map((row) => row.code)}::text[], ${rows.map((row) => row.requestId)}::text[])
      r (id, key_id, at, method, path, status, code, request_id)
    where exists (select from api_key k where k.id = r.key_id)
    on conflict (id) do nothing`.execute(db)
}

/** Deletes the requests of these keys beyond the newest ones. */
export async function trimRequests(db: Db, keyIds: readonly ApiKeyId[]): Promise<void> {
  await sql`
    delete from api_request r using unnest(${keyIds}::uuid[]) k (id)
      cross join lateral (
        select x.id from api_request x where x.key_id = k.id order by x.id desc offset ${keptRows} limit 1) newest
    where r.key_id = k.id and r.id <= newest.id`.execute(db)
}

/** Deletes the requests that are too old, and those of keys with too many. */
export async function deleteOldRequests(db: Db, now: Date): Promise<void> {
  for (let deleted = batchRows; deleted === batchRows; ) {
    const { numAffectedRows } = await sql`
      delete from api_request where id in (
        select id from api_request where id < ${lowestIdAt(before(now, keptMs))} order by id limit ${batchRows})`.execute(
      db,
    )
    deleted = Number(numAffectedRows ?? 0)
  }
  const { rows } = await sql<{ keyId: ApiKeyId }>`
    select key_id from api_request group by key_id having count(*) > ${keptRows}`.execute(db)
  for (const { keyId } of rows) await trimRequests(db, [keyId])
}

export async function findOwner(db: Db, keyId: ApiKeyId): Promise<UserId | null> {
  const { rows } = await sql<{ uid: UserId }>`select uid from api_key where id = ${keyId}`.execute(db)
  return rows[0]?.uid ?? null
}

interface Wanted {
  readonly uid: UserId
  readonly keyId: ApiKeyId | null
  /** The first digit of the status; null for any. */
  readonly statusClass: number | null
  readonly before: string | null
  readonly limit: number
}

/** Lists the requests of a user's keys, newest first. Reads the few newest of each key, however many there are. */
export async function selectRequests(
  db: Db,
  now: Date,
  { uid, keyId, statusClass, before: beforeId, limit }: Wanted,
): Promise<readonly (LoggedRequest & { readonly keyName: string })[]> {
  const oldest = before(now, keptMs)
  const { rows } = await sql<LoggedRequest & { keyName: string }>`
    select r.id, r.key_id, r.at, r.method, r.path, r.status, r.code, r.request_id, k.name as key_name
    from api_key k cross join lateral (
      select x.* from api_request x
      where x.key_id = k.id and x.id >= ${lowestIdAt(oldest)}
        and (${beforeId}::uuid is null or x.id < ${beforeId}::uuid)
        and (${statusClass}::int is null or x.status / 100 = ${statusClass}::int)
      order by x.id desc limit ${limit}) r
    where k.uid = ${uid} and (${keyId}::uuid is null or k.id = ${keyId}::uuid)
      and (k.revoked_at is null or k.revoked_at >= ${oldest})
    order by r.id desc limit ${limit}`.execute(db)
  return rows
}
