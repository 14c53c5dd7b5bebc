import type { Db } from '#infra/db/client.ts'
import { type AuditEntryId, lowestIdAt, type UserId } from '#kernel/ids.ts'
import { decodeCursor, type Page, pageOf, uuidKey } from '#kernel/page.ts'
import { type AuditLine, toLine } from '../store.ts'

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
