import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { AppCodeTable, AppTokenTable, ConnectedAppTable } from '#infra/db/tables.ts'
import type { Role } from '#kernel/caller.ts'
import type { ConnectedAppId, UserId } from '#kernel/ids.ts'

export type ConnectedApp = Selectable<ConnectedAppTable>
type AppToken = Selectable<AppTokenTable>
type AppCode = Selectable<AppCodeTable>

export async function insertApp(
  tx: Tx,
  app: Omit<ConnectedApp, 'connectedAt' | 'lastUsedAt' | 'endedAt'>,
): Promise<void> {
  await tx.insertInto('connectedApp').values(app).execute()
}

export async function insertCode(tx: Tx, code: Omit<AppCode, 'usedAt'>): Promise<void> {
  await tx.insertInto('appCode').values(code).execute()
}

export async function insertToken(tx: Tx, token: Omit<AppToken, 'usedAt'>): Promise<void> {
  await tx.insertInto('appToken').values(token).execute()
}

/** Lists the apps that act for a user, newest first. */
export const listLiveApps = (db: Db, uid: UserId, now: Date, most: number): Promise<readonly ConnectedApp[]> =>
  db
    .selectFrom('connectedApp')
    .selectAll('connectedApp')
    .where('connectedApp.uid', '=', uid)
    .where('connectedApp.connectedAt', 'is not', null)
    .where('connectedApp.endedAt', 'is', null)
    .where('connectedApp.expiresAt', '>', now)
    .orderBy('connectedApp.id', 'desc')
    .limit(most)
    .execute()

/** Locks an app that acts for its user. */
export const lockLiveApp = (tx: Tx, id: ConnectedAppId, now: Date): Promise<ConnectedApp | undefined> =>
  tx
    .selectFrom('connectedApp')
    .selectAll('connectedApp')
    .where('connectedApp.id', '=', id)
    .where('connectedApp.connectedAt', 'is not', null)
    .where('connectedApp.endedAt', 'is', null)
    .where('connectedApp.expiresAt', '>', now)
    .forUpdate()
    .executeTakeFirst()

/** Locks an app in any state. */
export const lockApp = (tx: Tx, id: ConnectedAppId): Promise<ConnectedApp | undefined> =>
  tx
    .selectFrom('connectedApp')
    .selectAll('connectedApp')
    .where('connectedApp.id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Locks the app of a code. The lock order is the app, then its codes and tokens, as in a deletion. */
export const lockAppByCode = (tx: Tx, codeHash: Buffer): Promise<ConnectedApp | undefined> =>
  tx
    .selectFrom('connectedApp')
    .selectAll('connectedApp')
    .where(({ eb, selectFrom }) =>
      eb(
        'connectedApp.id',
        '=',
        selectFrom('appCode').select('appCode.appId').where('appCode.codeHash', '=', codeHash),
      ),
    )
    .forUpdate()
    .executeTakeFirst()

export const findCode = (tx: Tx, codeHash: Buffer): Promise<AppCode | undefined> =>
  tx.selectFrom('appCode').selectAll('appCode').where('appCode.codeHash', '=', codeHash).executeTakeFirst()

export async function setCodeUsed(tx: Tx, codeHash: Buffer, usedAt: Date): Promise<void> {
  await tx.updateTable('appCode').set({ usedAt }).where('appCode.codeHash', '=', codeHash).execute()
}

/** Locks the app of an access or refresh token. */
export const lockAppByToken = (tx: Tx, tokenHash: Buffer): Promise<ConnectedApp | undefined> =>
  tx
    .selectFrom('connectedApp')
    .selectAll('connectedApp')
    .where(({ eb, selectFrom }) =>
      eb(
        'connectedApp.id',
        '=',
        selectFrom('appToken').select('appToken.appId').where('appToken.tokenHash', '=', tokenHash),
      ),
    )
    .forUpdate()
    .executeTakeFirst()

export const findToken = (tx: Tx, tokenHash: Buffer): Promise<AppToken | undefined> =>
  tx.selectFrom('appToken').selectAll('appToken').where('appToken.tokenHash', '=', tokenHash).executeTakeFirst()

export async function setTokenUsed(tx: Tx, tokenHash: Buffer, usedAt: Date): Promise<void> {
  await tx.updateTable('appToken').set({ usedAt }).where('appToken.tokenHash', '=', tokenHash).execute()
}

export async function extendApp(
  tx: Tx,
  id: ConnectedAppId,
  change: Pick<ConnectedApp, 'expiresAt' | 'connectedAt'>,
): Promise<void> {
  await tx.updateTable('connectedApp').set(change).where('connectedApp.id', '=', id).execute()
}

export async function setAppEnded(tx: Tx, id: ConnectedAppId, endedAt: Date): Promise<void> {
  await tx.updateTable('connectedApp').set({ endedAt }).where('connectedApp.id', '=', id).execute()
}

/** Revokes all apps of a user, also those that have not taken their tokens yet. Returns those that were not revoked before. */
export const endAppsOf = (tx: Tx, uid: UserId, endedAt: Date): Promise<Pick<ConnectedApp, 'id' | 'name'>[]> =>
  tx
    .updateTable('connectedApp')
    .set({ endedAt })
    .where('connectedApp.uid', '=', uid)
    .where('connectedApp.endedAt', 'is', null)
    .returning(['connectedApp.id', 'connectedApp.name'])
    .execute()

type AppCaller = Pick<ConnectedApp, 'id' | 'uid' | 'audience' | 'profileIds' | 'lastUsedAt'> &
  Pick<AppToken, 'scopes' | 'expiresAt'> & { readonly role: Role; readonly plan: string }

/** Returns the app of an access token with its user, in one select. */
export const findAppCaller = (db: Db, tokenHash: Buffer, now: Date): Promise<AppCaller | undefined> =>
  db
    .selectFrom('appToken')
    .innerJoin('connectedApp', 'connectedApp.id', 'appToken.appId')
    .innerJoin('appUser', 'appUser.id', 'connectedApp.uid')
    .select([
      'connectedApp.id',
      'connectedApp.uid',
      'connectedApp.audience',
      'connectedApp.profileIds',
      'connectedApp.lastUsedAt',
      'appToken.scopes',
      'appToken.expiresAt',
      'appUser.role',
      'appUser.plan',
    ])
    .where('appToken.tokenHash', '=', tokenHash)
    .where('appToken.kind', '=', 'access')
    .where('appToken.expiresAt', '>', now)
    .where('connectedApp.endedAt', 'is', null)
    .where('appUser.disabledAt', 'is', null)
    .executeTakeFirst()

/** Records the time of use, unless the last recorded use is after `unlessAfter`, as for API keys. */
export async function recordAppUse(db: Db, id: ConnectedAppId, usedAt: Date, unlessAfter: Date): Promise<void> {
  await sql`update connected_app set last_used_at = ${usedAt}
             where id = ${id} and (last_used_at is null or last_used_at <= ${unlessAfter})`.execute(db)
}

/**
 * Deletes apps that were revoked before the given time, with their codes and tokens, and tokens that expired before it.
 */
export async function deleteOldApps(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('connectedApp')
    .where(({ eb, or }) => or([eb('connectedApp.expiresAt', '<', before), eb('connectedApp.endedAt', '<', before)]))
    .execute()
  await db.deleteFrom('appToken').where('appToken.expiresAt', '<', before).execute()
}
