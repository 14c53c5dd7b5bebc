import { createHash, timingSafeEqual } from 'node:crypto'
import { inTx, type Tx } from '#infra/db/client.ts'
import type { IdentityDeps } from '../../../deps.ts'
import { hashSecret } from '../../../hash-secret.ts'
import { type IssuedTokens, issueTokens } from '../../app-tokens.ts'
import { endApp } from '../../end-app.ts'
import { OauthFault } from '../../oauth-fault.ts'
import type { Parameters } from '../../single-parameters.ts'
import { findCode, lockAppByCode, setCodeUsed } from '../../store.ts'
import { requireAudience, requireLiveUser } from '../require-grant.ts'

type Outcome = { readonly kind: 'issued'; readonly tokens: IssuedTokens } | { readonly kind: 'reused' }

/**
 * Exchanges the code of a consent for tokens. A code works once, for the app that it was issued to, and only with the
 * secret (`code_verifier`) that the app kept when it sent the browser. A second use revokes the app, because one of the
 * two senders is a thief.
 */
export async function redeemCode(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'config' | 'callers'>,
  given: Parameters,
): Promise<IssuedTokens> {
  const now = deps.clock.now()
  const code = hashSecret(given.demand('code'))
  const outcome = await inTx(deps.db, (tx) => exchange(deps, tx, { code, given, now }))
  if (outcome.kind === 'issued') return outcome.tokens
  deps.callers.clear()
  throw new OauthFault('invalid_grant', 'This code was already used, so the app was signed out for security.')
}

async function exchange(
  deps: Pick<IdentityDeps, 'config'>,
  tx: Tx,
  { code, given, now }: { readonly code: Buffer; readonly given: Parameters; readonly now: Date },
): Promise<Outcome> {
  const app = await lockAppByCode(tx, code)
  const stored = app && (await findCode(tx, code))
  if (!app || !stored || app.clientId !== given.demand('client_id'))
    throw new OauthFault('invalid_grant', 'The code is unknown, or was issued to another app.')
  if (stored.usedAt) {
    await endApp(tx, app, { caller: null, reason: 'code_reused', now })
    return { kind: 'reused' }
  }
  if (stored.expiresAt <= now || app.endedAt)
    throw new OauthFault('invalid_grant', 'The code has expired. Sign in again.')
  if (stored.redirectUri !== given.demand('redirect_uri'))
    throw new OauthFault('invalid_grant', '`redirect_uri` must be that of the authorization request.')
  if (!isProof(given.demand('code_verifier'), stored.challenge))
    throw new OauthFault('invalid_grant', '`code_verifier` does not match the `code_challenge`.')
  requireAudience(deps.config, app, given)
  await requireLiveUser(tx, app.uid)
  await setCodeUsed(tx, code, now)
  return { kind: 'issued', tokens: await issueTokens(tx, app, app.scopes, now) }
}

const verifierShape = /^[A-Za-z0-9._~-]{43,128}$/

/** Compares the hash of the verifier with the challenge (RFC 7636), in constant time. */
function isProof(verifier: string, challenge: string): boolean {
  const hash = createHash('sha256').update(verifier).digest()
  const wanted = Buffer.from(challenge, 'base64url')
  return verifierShape.test(verifier) && hash.length === wanted.length && timingSafeEqual(hash, wanted)
}
