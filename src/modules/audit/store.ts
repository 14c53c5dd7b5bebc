import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { namesOf } from '#infra/db/bulk-insert.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import type { AuditEntryTable } from '#infra/db/tables.ts'
import type { Caller } from '#kernel/caller.ts'
import {
  type ApiKeyId,
  type AuditEntryId,
  type ConnectedAppId,
  fromWire,
  idPrefixes,
  lowestIdAt,
  newId,
  type ProfileId,
  type UserId,
} from '#kernel/ids.ts'
import type { Json } from '#kernel/json.ts'
import { decodeCursor, type Page, pageOf, uuidKey } from '#kernel/page.ts'
import { digestEntry, toMicros } from './chain/leaf.ts'

/**
 * The audit log: one row for each action, written in the transaction that performs it. So there can be neither an
 * action without its row nor a row without its action. Rows are never deleted; when a person is erased, only their
 * personal data is removed from the rows.
 */

/** The user who acts: a caller, or a user who signs up and has no credential yet. */
export type AuditActor = Pick<Caller, 'kind' | 'uid' | 'keyId' | 'requestId' | 'via'>

/** The directory of a company, which manages accounts through SCIM. */
export interface DirectoryActor {
  readonly kind: 'directory'
  readonly uid: null
  readonly keyId: null
  readonly requestId: string
  readonly via?: undefined
}

export interface AuditEntry {
  readonly at: Date
  /** Null for the system itself, such as a cron. */
  readonly caller: AuditActor | DirectoryActor | null
  /** The owner of the subject, or the user that the entry is about. That user also sees the entry. */
  readonly ownerUid: UserId | null
  /** The noun and the action in the past tense, as in `profile.created`. */
  readonly action: string
  /** The wire ID of the subject. */
  readonly subject: string
  /** The profile that the entry concerns. If omitted, that of the subject, which must still exist. */
  readonly profileId?: ProfileId
  /** The changed fields. Never put secrets here, because the owner can read them. */
  readonly changes?: { readonly [field: string]: { readonly from: Json | Date; readonly to: Json | Date } }
}

/** An entry as the API returns it. */
interface AuditLine {
  readonly id: AuditEntryId
  readonly at: Date
  readonly actor: {
    readonly kind: AuditActor['kind'] | DirectoryActor['kind'] | 'system'
    readonly uid: UserId | null
    readonly keyId: ApiKeyId | null
    readonly appId: ConnectedAppId | null
  }
  readonly action: string
  readonly subject: string
  readonly changes: { readonly [field: string]: Json }
  readonly requestId: string | null
}

export const writeAudit = (tx: Tx, entry: AuditEntry): Promise<void> => writeAudits(tx, [entry])

/** Writes any number of entries in one statement. */
export async function writeAudits(tx: Tx, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(buildRow)
  const columns = namesOf(Object.keys(rows[0] ?? {}))
  const values = rows.map((row) => sql`(${sql.join(Object.values(row))})`)
  // A single entry is the usual case, and its statement is always the same.
  const statement = entries.length === 1 ? prepared('insert-audit') : sql
  await statement`insert into audit_entry (${columns}) values ${sql.join(values)}`.execute(tx)
}

function buildRow(entry: AuditEntry) {
  const values = {
    id: newId<'aud'>(entry.at),
    actorUid: entry.caller?.uid ?? null,
    actorKind: entry.caller?.kind ?? ('system' as const),
    actorKeyId: entry.caller?.keyId ?? null,
    ownerUid: entry.ownerUid,
    action: entry.action,
    subject: entry.subject,
    requestId: entry.caller?.requestId ?? null,
    via: entry.caller?.via ?? null,
  }
  const changes = JSON.stringify(shortened(entry.changes ?? {}))
  return {
    ...values,
    at: entry.at,
    profileId: profileOf(entry),
    changes,
    ...digestEntry({ ...values, at: toMicros(entry.at) }, JSON.parse(changes)),
  }
}

/** Returns the profile of the entry, which the database looks up in the row of the subject. */
function profileOf({ profileId, subject }: AuditEntry) {
  const [prefix = ''] = subject.split('_')
  // Other subjects are names, such as that of a setting.
  const id = Object.hasOwn(idPrefixes, prefix) ? fromWire(prefix, subject) : null
  return sql`coalesce(${profileId ?? null}::uuid, ph.profile_of(${prefix}::text, ${id}::uuid))`
}

const shortened = (changes: NonNullable<AuditEntry['changes']>) =>
  Object.fromEntries(
    Object.entries(changes).map(([field, { from, to }]) => [field, { from: shorten(from), to: shorten(to) }]),
  )

/** Returns a page of audit entries, newest first: the user's own actions, and actions on what the user owns. */
export async function listAuditEntries(
  db: Db,
  uid: UserId,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<AuditLine>> {
  const before = query.cursor === undefined ? null : decodeCursor(query.cursor, uuidKey)
  // Each side scans its own index and stops at the limit; one `or` over both would read a user's whole history.
  const side = (column: 'actorUid' | 'ownerUid') =>
    db
      .selectFrom('auditEntry')
      .select('auditEntry.id')
      .where(`auditEntry.${column}`, '=', uid)
      .$if(before !== null, (q) => q.where('auditEntry.id', '<', before as AuditEntryId))
      .orderBy('auditEntry.id', 'desc')
      .limit(query.limit + 1)
      .as('side')
  const rows = await db
    .selectFrom(
      db
        .selectFrom(side('actorUid'))
        .select('side.id')
        .union(db.selectFrom(side('ownerUid')).select('side.id'))
        .as('page'),
    )
    .innerJoin('auditEntry', 'auditEntry.id', 'page.id')
    .selectAll('auditEntry')
    .orderBy('auditEntry.id', 'desc')
    .limit(query.limit + 1)
    .execute()
  return pageOf(rows.map(toLine), query.limit, (last) => last.id)
}

const toLine = (row: Selectable<AuditEntryTable>): AuditLine => ({
  id: row.id,
  at: row.at,
  actor: { kind: row.actorKind, uid: row.actorUid, ...programOf(row) },
  action: row.action,
  subject: row.subject,
  changes: row.changes,
  requestId: row.requestId,
})

/** One column identifies the program that acted. The actor's kind says what it is. */
const programOf = ({ actorKind, actorKeyId }: Selectable<AuditEntryTable>) => ({
  keyId: actorKind === 'api-key' ? (actorKeyId as ApiKeyId | null) : null,
  appId: actorKind === 'app' ? (actorKeyId as ConnectedAppId | null) : null,
})

/**
 * Returns the entries about one subject, by its wire ID, newest first. The caller must have checked that the reader may
 * see it.
 */
export async function listEntriesAbout(db: Db, subject: string, most: number): Promise<AuditLine[]> {
  const rows = await db
    .selectFrom('auditEntry')
    .selectAll('auditEntry')
    .where('auditEntry.subject', '=', subject)
    .orderBy('auditEntry.id', 'desc')
    .limit(most)
    .execute()
  return rows.map(toLine)
}

/** The subject of an entry. */
interface AuditSubject {
  readonly id: AuditEntryId
  readonly ownerUid: UserId
  readonly subject: string
}

/** Lists the subjects of the newest entries about each owner's objects. */
export async function listNewestSubjects(
  db: Db,
  owners: readonly UserId[],
  perOwner: number,
): Promise<readonly AuditSubject[]> {
  const { rows } = await prepared('newest-subjects')<AuditSubject>`
    select e.* from unnest(${[...owners]}::uuid[]) as o(uid) cross join lateral (
      select e.id, e.owner_uid, e.subject from audit_entry e
      where e.owner_uid = o.uid order by e.id desc limit ${perOwner}) e`.execute(db)
  return rows
}

/**
 * Removes personal data from the entries by or about a user; an entry about a user has that user as its owner. The
 * action, its time and the digests stay: the chain remains valid and shows what was erased.
 */
export async function eraseFromAudit(tx: Tx, uid: UserId): Promise<void> {
  await tx
    .updateTable('auditEntry')
    .set({ changes: '{}', salt: null })
    .where(({ eb, or }) => or([eb('auditEntry.actorUid', '=', uid), eb('auditEntry.ownerUid', '=', uid)]))
    .execute()
}

/** Removes the data from the entries about one subject, at the request of its source. The chain remains valid. */
export async function eraseSubjectFromAudit(tx: Tx, subject: string): Promise<void> {
  await tx
    .updateTable('auditEntry')
    .set({ changes: '{}', salt: null })
    .where('auditEntry.subject', '=', subject)
    .execute()
}

/** A value longer than this, as JSON, is shortened to its beginning. */
const longest = 1_000
const shown = 500

/**
 * Shortens a long value for an audit entry: its beginning, its length, and the hash of all of it. With the hash, a
 * person who has the value can show that it is the same. A post can contain a megabyte and change often, but its
 * history must stay readable.
 */
function shorten(value: Json | Date): Json | Date {
  if (value instanceof Date) return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text.length <= longest) return value
  const hash = createHash('sha256').update(text).digest('hex')
  return `${text.slice(0, shown).toWellFormed()}… (${text.length} characters, SHA-256 ${hash})`
}

interface AuditFilter {
  readonly actor?: UserId | undefined
  readonly action?: string | undefined
  readonly subject?: string | undefined
  readonly from?: Date | undefined
  /** Exclusive. */
  readonly to?: Date | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

/** Returns a page of the whole log, newest first. IDs begin with their time, so time ranges are ID ranges. */
export async function listAllEntries(db: Db, filter: AuditFilter): Promise<Page<AuditLine>> {
  const before = filter.cursor === undefined ? null : decodeCursor(filter.cursor, uuidKey)
  const { actor, action, subject, from, to, limit } = filter
  let query = db.selectFrom('auditEntry').selectAll('auditEntry')
  if (actor !== undefined) query = query.where('auditEntry.actorUid', '=', actor)
  if (action !== undefined) query = query.where('auditEntry.action', '=', action)
  if (subject !== undefined) query = query.where('auditEntry.subject', '=', subject)
  if (from !== undefined) query = query.where('auditEntry.id', '>=', lowestIdAt<'aud'>(from))
  if (to !== undefined) query = query.where('auditEntry.id', '<', lowestIdAt<'aud'>(to))
  if (before !== null) query = query.where('auditEntry.id', '<', before as AuditEntryId)
  const rows = await query
    .orderBy('auditEntry.id', 'desc')
    .limit(limit + 1)
    .execute()
  return pageOf(rows.map(toLine), limit, (last) => last.id)
}
