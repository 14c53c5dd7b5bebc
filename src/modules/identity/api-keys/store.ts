import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { ApiKeyTable } from '#infra/db/tables.ts'
import type { Role } from '#kernel/caller.ts'
import { after, before, days } from '#kernel/clock.ts'
import type { ApiKeyId, UserId } from '#kernel/ids.ts'

export type ApiKey = Selectable<ApiKeyTable>

export async function insertApiKey(tx: Tx, key: Omit<ApiKey, 'lastUsedAt' | 'revokedAt'>): Promise<ApiKey> {
  return await tx.insertInto('apiKey').values(key).returningAll().executeTakeFirstOrThrow()
}

/** Counts the keys of a user that are not revoked. */
export async function countApiKeys(tx: Tx, uid: UserId): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from api_key where uid = ${uid} and revoked_at is null`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Returns the keys that are not revoked, newest first. */
export const selectApiKeys = (db: Db, uid: UserId, before: ApiKeyId | null, limit: number): Promise<ApiKey[]> =>
  db
    .selectFrom('apiKey')
    .selectAll('apiKey')
    .where('apiKey.uid', '=', uid)
    .where('apiKey.revokedAt', 'is', null)
    .$if(before !== null, (q) => q.where('apiKey.id', '<', before))
    .orderBy('apiKey.id', 'desc')
    .limit(limit)
    .execute()

export const lockApiKey = (tx: Tx, id: ApiKeyId): Promise<ApiKey | undefined> =>
  tx
    .selectFrom('apiKey')
    .selectAll('apiKey')
    .where('apiKey.id', '=', id)
    .where('apiKey.revokedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export async function setRevoked(tx: Tx, id: ApiKeyId, revokedAt: Date): Promise<void> {
  await tx.updateTable('apiKey').set({ revokedAt }).where('apiKey.id', '=', id).execute()
}

/** Revokes all keys of a user. Returns those that were not revoked before. */
export const revokeKeysOf = (tx: Tx, uid: UserId, revokedAt: Date): Promise<Pick<ApiKey, 'id' | 'name'>[]> =>
  tx
    .updateTable('apiKey')
    .set({ revokedAt })
    .where('apiKey.uid', '=', uid)
    .where('apiKey.revokedAt', 'is', null)
    .returning(['apiKey.id', 'apiKey.name'])
    .execute()

type KeyCaller = Pick<ApiKey, 'id' | 'uid' | 'scopes' | 'profileIds' | 'expiresAt' | 'lastUsedAt'> & {
  readonly role: Role
  readonly plan: string
}

/** Returns the key with its owner, role, plan and scopes, in one select. */
export const findKeyCaller = (db: Db, secretHash: Buffer, now: Date): Promise<KeyCaller | undefined> =>
  db
    .selectFrom('apiKey')
    .innerJoin('appUser', 'appUser.id', 'apiKey.uid')
    .select([
      'apiKey.id',
      'apiKey.uid',
      'apiKey.scopes',
      'apiKey.profileIds',
      'apiKey.expiresAt',
      'apiKey.lastUsedAt',
      'appUser.role',
      'appUser.plan',
    ])
    .where('apiKey.secretHash', '=', secretHash)
    .where('apiKey.revokedAt', 'is', null)
    .where('appUser.disabledAt', 'is', null)
    .where(({ eb, or }) => or([eb('apiKey.expiresAt', 'is', null), eb('apiKey.expiresAt', '>', now)]))
    .executeTakeFirst()

/**
 * Records the time of use, unless the last recorded use is after `unlessAfter`. This limits the writes for each key,
 * across all nodes.
 */
export async function recordKeyUse(db: Db, id: ApiKeyId, usedAt: Date, unlessAfter: Date): Promise<void> {
  await sql`update api_key set last_used_at = ${usedAt}
             where id = ${id} and (last_used_at is null or last_used_at <= ${unlessAfter})`.execute(db)
}

interface EndingKey {
  readonly displayPrefix: string
  readonly expiresAt: Date
}

/** A key issued for less time than this expires on purpose. */
const shortLifeMs = days(30)
const soonMs = days(30)
/** An expired key is reported for this long, because its users will have noticed by then. */
const namedMs = days(7)

/**
 * Lists administrative API keys that expire soon or have just expired, such as those used by Prometheus and operators'
 * scripts.
 */
export async function listEndingOperatorKeys(db: Db, now: Date): Promise<readonly EndingKey[]> {
  const { rows } = await sql<EndingKey>`
    select display_prefix, expires_at from api_key
    where revoked_at is null and scopes && '{admin:read,admin:write}'
      and expires_at > ${before(now, namedMs)} and expires_at < ${after(now, soonMs)}
      and expires_at >= created_at + make_interval(secs => ${shortLifeMs / 1_000})
    order by expires_at limit 20`.execute(db)
  return rows
}
