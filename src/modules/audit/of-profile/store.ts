import type { ExpressionBuilder } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { Tables } from '#infra/db/tables.ts'
import {
  type ApiKeyId,
  type AuditEntryId,
  type ConnectedAppId,
  lowestIdAt,
  type ProfileId,
  type UserId,
} from '#kernel/ids.ts'
import type { Json } from '#kernel/json.ts'
import { decodeCursor, type Page, pageOf, uuidKey } from '#kernel/page.ts'

/**
 * The ways in which someone acts: in the web app, in a chat, with an API key, as a connected app, automatically, or
 * through the directory of a company.
 */
export const auditSources = ['web', 'chat', 'api-key', 'app', 'system', 'directory'] as const
type AuditSource = (typeof auditSources)[number]

/** An entry about a profile, with the names that its actor and their program have now. */
export interface ProfileEntry {
  readonly id: AuditEntryId
  readonly at: Date
  readonly actorUid: UserId | null
  /** Null for the system and for a person who was deleted. */
  readonly actorName: string | null
  readonly actorFaceId: string | null
  readonly source: AuditSource
  readonly programId: ApiKeyId | ConnectedAppId | null
  readonly programName: string | null
  readonly action: string
  readonly subject: string
  readonly changes: { readonly [field: string]: Json }
}

interface ProfileEntryFilter {
  /** Only entries from this time on. */
  readonly from: Date
  readonly to?: Date | undefined
  readonly actor?: UserId | undefined
  readonly source?: AuditSource | undefined
  /** An action, or the noun that actions begin with. */
  readonly action?: string | undefined
  /** Nouns of actions that the reader may not see. */
  readonly hidden: readonly string[]
}

interface PageOfEntries {
  readonly limit: number
  readonly cursor?: string | undefined
}

/**
 * Returns a page of the entries about a profile, newest first. The caller must have checked that the reader may see the
 * profile.
 */
export async function listProfileEntries(
  db: Db,
  profileId: ProfileId,
  { from, to, actor, source, action, hidden }: ProfileEntryFilter,
  { limit, cursor }: PageOfEntries,
): Promise<Page<ProfileEntry>> {
  const before = cursor === undefined ? null : decodeCursor(cursor, uuidKey)
  let query = db
    .selectFrom('auditEntry')
    .leftJoin('appUser as person', 'person.id', 'auditEntry.actorUid')
    .leftJoin('apiKey', (join) =>
      join.onRef('apiKey.id', '=', 'auditEntry.actorKeyId').on('auditEntry.actorKind', '=', 'api-key'),
    )
    .leftJoin('connectedApp', (join) =>
      join.onRef('connectedApp.id', '=', 'auditEntry.actorKeyId').on('auditEntry.actorKind', '=', 'app'),
    )
    .select([
      'auditEntry.id',
      'auditEntry.at',
      'auditEntry.actorUid',
      'auditEntry.actorKind',
      'auditEntry.actorKeyId',
      'auditEntry.via',
      'auditEntry.action',
      'auditEntry.subject',
      'auditEntry.changes',
      'person.name as actorName',
      'person.faceId as actorFaceId',
      'apiKey.name as keyName',
      'connectedApp.name as appName',
    ])
    .where('auditEntry.profileId', '=', profileId)
    .where('auditEntry.id', '>=', lowestIdAt<'aud'>(from))
  if (to !== undefined) query = query.where('auditEntry.id', '<', lowestIdAt<'aud'>(to))
  if (before !== null) query = query.where('auditEntry.id', '<', before as AuditEntryId)
  if (actor !== undefined) query = query.where('auditEntry.actorUid', '=', actor)
  if (source !== undefined) query = query.where((eb) => isFrom(eb, source))
  if (action !== undefined)
    query = query.where((eb) => eb.or([eb('auditEntry.action', '=', action), isAbout(eb, action)]))
  for (const noun of hidden) query = query.where((eb) => eb.not(isAbout(eb, noun)))
  const rows = await query
    .orderBy('auditEntry.id', 'desc')
    .limit(limit + 1)
    .execute()
  const entries = rows.map(
    ({ actorKind, actorKeyId, via, keyName, appName, ...row }): ProfileEntry => ({
      ...row,
      source: actorKind !== 'user' ? actorKind : via === null ? 'web' : 'chat',
      programId: actorKeyId as ProfileEntry['programId'],
      programName: keyName ?? appName,
    }),
  )
  return pageOf(entries, limit, (last) => last.id)
}

const isAbout = (eb: ExpressionBuilder<Tables, 'auditEntry'>, noun: string) =>
  eb(eb.fn<boolean>('starts_with', ['auditEntry.action', eb.val(`${noun}.`)]), '=', true)

function isFrom(eb: ExpressionBuilder<Tables, 'auditEntry'>, source: AuditSource) {
  if (source === 'chat') return eb('auditEntry.via', '=', source)
  if (source !== 'web') return eb('auditEntry.actorKind', '=', source)
  return eb.and([eb('auditEntry.actorKind', '=', 'user'), eb('auditEntry.via', 'is', null)])
}
