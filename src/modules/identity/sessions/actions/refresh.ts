import { inTx } from '#infra/db/client.ts'
import { after } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { IdentityDeps } from '../../deps.ts'
import { hashSecret } from '../../hash-secret.ts'
import { presentUser } from '../../people/present.ts'
import { findUser, type User } from '../../people/store.ts'
import { endSession, extendSession, lockSessionByToken, type Session, spendRefreshToken } from '../store.ts'
import { addRefreshToken, type SignedIn, sessionIdleMs, sessionMaxMs, signIdentityToken } from '../tokens.ts'

type Outcome =
  | { readonly kind: 'rotated'; readonly session: Session; readonly refreshToken: string; readonly user: User }
  | { readonly kind: 'reused' }
  | { readonly kind: 'unknown' }

/**
 * Exchanges a refresh token for the next one. A second use means that two parties have the token, and it is unknown
 * which of them is the thief. So the whole family is revoked, including the tokens that the first use returned, even if
 * both uses race. A client that runs in several windows must let only one of them refresh (in a browser:
 * `navigator.locks`).
 */
export async function refresh(deps: IdentityDeps, token: string): Promise<SignedIn> {
  const now = deps.clock.now()
  const outcome = await exchange(deps, hashSecret(token), now)
  switch (outcome.kind) {
    case 'rotated': {
      const identity = await signIdentityToken(deps, outcome.session, now)
      return { ...identity, refreshToken: outcome.refreshToken, user: presentUser(outcome.user) }
    }
    case 'reused':
      deps.callers.clear()
      return refuse('refresh_token_invalid', {
        detail: 'This refresh token was already used, so the session was revoked for security. Sign in again.',
      })
    case 'unknown':
      return refuse('refresh_token_invalid')
    default:
      return outcome satisfies never
  }
}

function exchange(deps: IdentityDeps, tokenHash: Buffer, now: Date): Promise<Outcome> {
  return inTx<Outcome>(deps.db, async (tx) => {
    const session = await lockSessionByToken(tx, tokenHash)
    if (!session || session.endedAt || session.expiresAt <= now) return { kind: 'unknown' }
    if (!(await spendRefreshToken(tx, tokenHash, now))) {
      await endSession(tx, session.id, now)
      await writeAudit(tx, {
        at: now,
        caller: null,
        ownerUid: session.uid,
        action: 'session.ended',
        subject: toWire('usr', session.uid),
        changes: { reason: { from: null, to: 'refresh_token_reused' } },
      })
      return { kind: 'reused' }
    }
    const user = await findUser(tx, session.uid)
    if (!user) return { kind: 'unknown' }
    const ends = [after(now, sessionIdleMs), after(session.signedInAt, sessionMaxMs)].map((end) => end.getTime())
    await extendSession(tx, session.id, new Date(Math.min(...ends)))
    return { kind: 'rotated', session, user, refreshToken: await addRefreshToken(tx, session.id, now) }
  })
}
