import type { Selectable } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { SignInSessionTable } from '#infra/db/tables.ts'
import type { Role } from '#kernel/caller.ts'
import type { SessionId, UserId } from '#kernel/ids.ts'

export type Session = Selectable<SignInSessionTable>

export async function insertSession(tx: Tx, session: Omit<Session, 'endedAt'>): Promise<void> {
  await tx.insertInto('signInSession').values(session).execute()
}

export async function insertRefreshToken(
  tx: Tx,
  tokenHash: Buffer,
  sessionId: SessionId,
  issuedAt: Date,
): Promise<void> {
  await tx.insertInto('refreshToken').values({ tokenHash, sessionId, issuedAt }).execute()
}

/** Locks the session of a refresh token. The lock order is the session, then its tokens, as in a deletion. */
export const lockSessionByToken = (tx: Tx, tokenHash: Buffer): Promise<Session | undefined> =>
  tx
    .selectFrom('signInSession')
    .selectAll('signInSession')
    .where(({ eb, selectFrom }) =>
      eb(
        'signInSession.id',
        '=',
        selectFrom('refreshToken').select('refreshToken.sessionId').where('refreshToken.tokenHash', '=', tokenHash),
      ),
    )
    .forUpdate()
    .executeTakeFirst()

/** Marks a refresh token as used. Returns true only for the first use. */
export async function spendRefreshToken(tx: Tx, tokenHash: Buffer, usedAt: Date): Promise<boolean> {
  const spent = await tx
    .updateTable('refreshToken')
    .set({ usedAt })
    .where('refreshToken.tokenHash', '=', tokenHash)
    .where('refreshToken.usedAt', 'is', null)
    .returning('refreshToken.sessionId')
    .executeTakeFirst()
  return spent !== undefined
}

export async function extendSession(tx: Tx, id: SessionId, expiresAt: Date): Promise<void> {
  await tx.updateTable('signInSession').set({ expiresAt }).where('signInSession.id', '=', id).execute()
}

export async function endSession(tx: Tx, id: SessionId, endedAt: Date): Promise<void> {
  await tx
    .updateTable('signInSession')
    .set({ endedAt })
    .where('signInSession.id', '=', id)
    .where('signInSession.endedAt', 'is', null)
    .execute()
}

/** Ends a user's sessions, except the given one. */
export async function endUserSessions(
  tx: Tx,
  uid: UserId,
  endedAt: Date,
  except: SessionId | null = null,
): Promise<void> {
  await tx
    .updateTable('signInSession')
    .set({ endedAt })
    .where('signInSession.uid', '=', uid)
    .$if(except !== null, (q) => q.where('signInSession.id', '!=', except as SessionId))
    .where('signInSession.endedAt', 'is', null)
    .execute()
}

interface SessionCaller {
  readonly uid: UserId
  readonly role: Role
  readonly plan: string
  readonly signedInAt: Date
  readonly sessionId: SessionId
}

/** Returns the user behind an identity token, in one select. Returns undefined if the session has ended. */
export const findSessionCaller = (
  db: Db,
  sessionId: SessionId,
  uid: UserId,
  now: Date,
): Promise<SessionCaller | undefined> =>
  db
    .selectFrom('signInSession')
    .innerJoin('appUser', 'appUser.id', 'signInSession.uid')
    .select([
      'appUser.id as uid',
      'appUser.role',
      'appUser.plan',
      'signInSession.signedInAt',
      'signInSession.id as sessionId',
    ])
    .where('signInSession.id', '=', sessionId)
    .where('signInSession.uid', '=', uid)
    .where('signInSession.endedAt', 'is', null)
    .where('signInSession.expiresAt', '>', now)
    .where('appUser.disabledAt', 'is', null)
    .executeTakeFirst()

/** Deletes sessions that ended before the given time, with their tokens. */
export async function deleteOldSessions(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('signInSession')
    .where(({ eb, or }) => or([eb('signInSession.expiresAt', '<', before), eb('signInSession.endedAt', '<', before)]))
    .execute()
}

export type ListedSession = Pick<Session, 'id' | 'userAgent' | 'signedInAt' | 'expiresAt'> & {
  readonly lastUsedAt: Date | null
}

/** Lists a user's active sessions, most recent first. */
export const listLiveSessions = (db: Db, uid: UserId, now: Date, most: number): Promise<readonly ListedSession[]> =>
  db
    .selectFrom('signInSession')
    .select(({ selectFrom }) => [
      'signInSession.id',
      'signInSession.userAgent',
      'signInSession.signedInAt',
      'signInSession.expiresAt',
      selectFrom('refreshToken')
        .select(({ fn }) => fn.max('refreshToken.issuedAt').as('at'))
        .whereRef('refreshToken.sessionId', '=', 'signInSession.id')
        .as('lastUsedAt'),
    ])
    .where('signInSession.uid', '=', uid)
    .where('signInSession.endedAt', 'is', null)
    .where('signInSession.expiresAt', '>', now)
    .orderBy('signInSession.id', 'desc')
    .limit(most)
    .execute()

/** Locks an active session. */
export const lockLiveSession = (tx: Tx, id: SessionId, now: Date): Promise<Session | undefined> =>
  tx
    .selectFrom('signInSession')
    .selectAll('signInSession')
    .where('signInSession.id', '=', id)
    .where('signInSession.endedAt', 'is', null)
    .where('signInSession.expiresAt', '>', now)
    .forUpdate()
    .executeTakeFirst()
