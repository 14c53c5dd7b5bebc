import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import { canonical, type Json } from '#kernel/json.ts'
import { type EntryBody, toMicros } from './leaf.ts'

/** A seal over a range of entries. Digests are in hexadecimal. */
export interface Seal {
  readonly no: number
  readonly sealedAt: Date
  readonly firstPosition: number
  readonly lastPosition: number
  /** The digest of the leaves in the order of their positions. */
  readonly leaves: string
  /** The hash of the previous seal; zeros for the first. */
  readonly previous: string
  readonly hash: string
  /** The hash, sealed with SECRET_KEY. Null if an earlier version made the seal. */
  readonly sealedHash: Buffer | null
}

export const noSeal = '00'.repeat(32)

export const computeSealHash = (seal: Omit<Seal, 'hash' | 'sealedHash'>): string =>
  hash(
    'sha256',
    canonical({
      no: seal.no,
      sealedAt: toMicros(seal.sealedAt),
      firstPosition: seal.firstPosition,
      lastPosition: seal.lastPosition,
      leaves: seal.leaves,
      previous: seal.previous,
    }),
  )

const hex = (column: string) => sql<string>`encode(${sql.ref(column)}, 'hex')`

const seals = (db: Db | Tx) =>
  db
    .selectFrom('auditSeal')
    .select(['no', 'sealedAt', 'firstPosition', 'lastPosition', 'sealedHash'])
    .select([hex('leaves').as('leaves'), hex('previous').as('previous'), hex('hash').as('hash')])

export const findHead = async (db: Db | Tx): Promise<Seal | null> =>
  (await seals(db).orderBy('no', 'desc').limit(1).executeTakeFirst()) ?? null

export const selectSealsAfter = (db: Db, no: number, limit: number): Promise<Seal[]> =>
  seals(db).where('no', '>', no).orderBy('no').limit(limit).execute()

export async function insertSeal(tx: Tx, seal: Seal): Promise<void> {
  const bytes = (digits: string) => Buffer.from(digits, 'hex')
  const digests = { leaves: bytes(seal.leaves), previous: bytes(seal.previous), hash: bytes(seal.hash) }
  await tx
    .insertInto('auditSeal')
    .values({ ...seal, ...digests })
    .execute()
}

export async function forgetSealedHash(tx: Tx, no: number): Promise<void> {
  await tx.updateTable('auditSeal').set({ sealedHash: null }).where('no', '=', no).execute()
}

/** True if this transaction becomes the only sealer across all nodes. The lock ends with the transaction. */
export async function becomeSealer(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('posthorn audit sealer')) as mine`.execute(tx)
  return rows[0]?.mine === true
}

const isUnsealed = sql<boolean>`exists (select from audit_entry where position is null)`

/** Selects the current time if entries without a seal exist, otherwise null. */
export const firstUnsealed = sql<Date | null>`(case when ${isUnsealed} then ph.now() end)`

export async function hasUnsealed(db: Db): Promise<boolean> {
  const { rows } = await sql<{ unsealed: boolean }>`select ${isUnsealed} as unsealed`.execute(db)
  return rows[0]?.unsealed ?? false
}

export const selectUnsealed = (tx: Tx, limit: number) =>
  tx
    .selectFrom('auditEntry')
    .select(['id', 'leaf'])
    .where('position', 'is', null)
    .orderBy('tx')
    .orderBy('id')
    .limit(limit)
    .execute()

export async function setPositions(tx: Tx, ids: readonly string[], first: number): Promise<void> {
  await sql`update audit_entry set position = ${first}::bigint + given.no - 1
    from unnest(${ids}::uuid[]) with ordinality given(id, no) where audit_entry.id = given.id`.execute(tx)
}

/** An entry with the data that proves it. */
export interface SealedEntry extends EntryBody {
  readonly position: number
  readonly tx: string
  readonly changes: Json
  /** Null once the entry was erased. */
  readonly salt: string | null
  readonly changesDigest: string
  readonly leaf: string
}

type Row = [
  ...[number, string, string, number, string | null, string, string | null, string | null, string, string],
  ...[string | null, Json, string | null, string, string, string | null],
]

/**
 * Returns sealed entries after the position. They are read as one JSON text: reading them column by column would cost
 * more than the proof.
 */
export async function selectSealedAfter(db: Db, position: number, limit: number): Promise<SealedEntry[]> {
  const { rows } = await sql<{ batch: Row[] | null }>`
    select json_agg(json_build_array(position, tx, id, (extract(epoch from at) * 1000000)::bigint, actor_uid,
             actor_kind, actor_key_id, owner_uid, action, subject, request_id, changes, encode(salt, 'hex'),
             encode(changes_digest, 'hex'), encode(leaf, 'hex'), via) order by position) as batch
      from (select * from audit_entry where position > ${position} order by position limit ${limit}) as entry`.execute(
    db,
  )
  return (rows[0]?.batch ?? []).map((row) => ({
    position: row[0],
    tx: row[1],
    id: row[2],
    at: row[3],
    actorUid: row[4],
    actorKind: row[5],
    actorKeyId: row[6],
    ownerUid: row[7],
    action: row[8],
    subject: row[9],
    requestId: row[10],
    changes: row[11],
    salt: row[12],
    changesDigest: row[13],
    leaf: row[14],
    via: row[15],
  }))
}

/** Returns the users among these whose account was deleted, according to the log itself. */
export async function findDeparted(db: Db, uids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ uid: string }>`
    select distinct owner_uid as uid from audit_entry
     where owner_uid = any(${uids}::uuid[]) and action = 'user.deleted'`.execute(db)
  return new Set(rows.map((row) => row.uid))
}

/**
 * Returns the subjects among these that were erased at the request of the person they are about, according to the log
 * itself.
 */
export async function findErasedSubjects(db: Db, subjects: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ subject: string }>`
    select distinct subject from audit_entry
     where subject = any(${subjects}::text[]) and action in ('account.erased', 'guest.erased')`.execute(db)
  return new Set(rows.map((row) => row.subject))
}

/**
 * Counts the entries with a position after the last seal, and the entries that wait for a position. Both counts are
 * from the same moment.
 */
export async function beyondHead(
  db: Db,
): Promise<{ readonly waiting: number; readonly first: number | null; readonly count: number }> {
  const { rows } = await sql<{ waiting: number; first: number | null; count: number }>`
    select (select count(*) from audit_entry where position is null) as waiting, min(position) as first, count(*)
      from audit_entry where position > (select coalesce(max(last_position), 0) from audit_seal)`.execute(db)
  return rows[0] ?? { waiting: 0, first: null, count: 0 }
}
