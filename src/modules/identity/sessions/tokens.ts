import { randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Tx } from '#infra/db/client.ts'
import { after, days, minutes } from '#kernel/clock.ts'
import { newId, type SessionId, toWire } from '#kernel/ids.ts'
import { audience, type CredentialDeps, type Sender } from '../deps.ts'
import { hashSecret } from '../hash-secret.ts'
import { hashPlace } from '../passwords/attempts.ts'
import type { PresentedUser } from '../people/present.ts'
import type { User } from '../people/store.ts'
import { signingAlgorithm } from '../provider/key-ring.ts'
import { insertRefreshToken, insertSession, type Session } from '../session-store.ts'

const identityTokenMs = minutes(15)
/** The time that a refresh token is valid after the last one was used. */
export const sessionIdleMs = days(30)
/** The time that the whole family is valid after the sign-in. */
export const sessionMaxMs = days(90)

export interface SignedIn {
  readonly token: string
  readonly expiresAt: Date
  readonly refreshToken: string
  readonly user: PresentedUser
}

export type OpenedSession = Pick<Session, 'id' | 'uid' | 'signedInAt'> & { readonly refreshToken: string }

/**
 * Starts a session after a verified sign-in, with the first refresh token of its family. `signedInAt` is earlier than
 * now if an identity provider had the password earlier.
 */
export async function openSession(
  tx: Tx,
  user: User,
  from: Sender,
  now: Date,
  signedInAt: Date = now,
): Promise<OpenedSession> {
  const session = { id: newId<'ses'>(now), uid: user.id, signedInAt }
  const origin = { place: hashPlace(from.place), userAgent: from.agent }
  await insertSession(tx, { ...session, ...origin, expiresAt: after(now, sessionIdleMs) })
  return { ...session, refreshToken: await addRefreshToken(tx, session.id, now) }
}

/** Adds a refresh token of 256 random bits. Only its hash is stored. */
export async function addRefreshToken(tx: Tx, sessionId: SessionId, now: Date): Promise<string> {
  const refreshToken = randomBytes(32).toString('base64url')
  await insertRefreshToken(tx, hashSecret(refreshToken), sessionId, now)
  return refreshToken
}

/** Signs an identity token. Its holder acts as the user until the token expires or the session ends. */
export async function signIdentityToken(
  deps: CredentialDeps,
  session: Pick<Session, 'id' | 'uid' | 'signedInAt'>,
  now: Date,
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const { kid, key } = await deps.keyRing.signingKey()
  const seconds = (at: Date): number => Math.floor(at.getTime() / 1_000)
  const expiresAt = new Date((seconds(now) + identityTokenMs / 1_000) * 1_000)
  const token = await new SignJWT({ sid: session.id, auth_time: seconds(session.signedInAt) })
    .setProtectedHeader({ alg: signingAlgorithm, kid, typ: 'JWT' })
    .setIssuer(deps.config.publicUrl)
    .setAudience(audience)
    .setSubject(toWire('usr', session.uid))
    .setIssuedAt(seconds(now))
    .setExpirationTime(seconds(expiresAt))
    .sign(key)
  return { token, expiresAt }
}
