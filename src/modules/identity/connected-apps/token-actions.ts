import { createHash, timingSafeEqual } from 'node:crypto'
import { inTx, type Tx } from '#infra/db/client.ts'
import type { Scope } from '#kernel/caller.ts'
import type { UserId } from '#kernel/ids.ts'
import type { IdentityDeps } from '../deps.ts'
import { hashSecret } from '../hash-secret.ts'
import { findUser } from '../people/store.ts'
import { endApp } from './actions.ts'
import { readScopes } from './app-scopes.ts'
import { type IssuedTokens, issueTokens } from './app-tokens.ts'
import { type Audience, findAudience } from './audiences.ts'
import { OauthFault } from './oauth-fault.ts'
import type { Parameters } from './single-parameters.ts'
import { findCode, findToken, lockAppByCode, lockAppByToken, setCodeUsed, setTokenUsed } from './store.ts'

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
  const outcome = await inTx(deps.db, (tx) => exchangeCode(deps, tx, { code, given, now }))
  if (outcome.kind === 'issued') return outcome.tokens
  deps.callers.clear()
  throw new OauthFault('invalid_grant', 'This code was already used, so the app was signed out for security.')
}

async function exchangeCode(
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
    throw new OauthFault('invalid_grant', '`code_verifier` doesn’t match the `code_challenge`.')
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

/**
 * Exchanges a refresh token for the next one. As with sessions, a second use revokes the whole family, even in a race.
 */
export async function rotateRefreshToken(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'config' | 'callers'>,
  given: Parameters,
): Promise<IssuedTokens> {
  const now = deps.clock.now()
  const token = hashSecret(given.demand('refresh_token'))
  const outcome = await inTx(deps.db, (tx) => exchangeRefreshToken(deps, tx, { token, given, now }))
  if (outcome.kind === 'issued') return outcome.tokens
  deps.callers.clear()
  throw new OauthFault('invalid_grant', 'This refresh token was already used, so the app was signed out for security.')
}

async function exchangeRefreshToken(
  deps: Pick<IdentityDeps, 'config'>,
  tx: Tx,
  { token, given, now }: { readonly token: Buffer; readonly given: Parameters; readonly now: Date },
): Promise<Outcome> {
  const app = await lockAppByToken(tx, token)
  const stored = app && (await findToken(tx, token))
  if (!app || stored?.kind !== 'refresh' || app.clientId !== given.demand('client_id'))
    throw new OauthFault('invalid_grant', 'The refresh token is unknown, or was issued to another app.')
  if (app.endedAt || stored.expiresAt <= now)
    throw new OauthFault('invalid_grant', 'The app was signed out, or was away for too long. Sign in again.')
  if (stored.usedAt) {
    await endApp(tx, app, { caller: null, reason: 'refresh_token_reused', now })
    return { kind: 'reused' }
  }
  requireAudience(deps.config, app, given)
  await requireLiveUser(tx, app.uid)
  const scopes = narrow(app.scopes as Scope[], given.read('scope'))
  await setTokenUsed(tx, token, now)
  return { kind: 'issued', tokens: await issueTokens(tx, app, scopes, now) }
}

/** An app can request a token with fewer permissions than it was granted, never more. */
function narrow(granted: readonly Scope[], wanted: string | null): readonly Scope[] {
  const scopes = readScopes(wanted, granted)
  if (scopes.every((scope) => granted.includes(scope))) return scopes
  throw new OauthFault('invalid_scope', `The user granted only ${granted.join(' ')}.`)
}

/**
 * Revokes an app's access (RFC 7009). Either of its tokens revokes both. An unknown token, or one of another app,
 * changes nothing and gets the same response.
 */
export async function revokeToken(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'callers'>,
  given: Parameters,
): Promise<void> {
  const clientId = given.read('client_id')
  const token = hashSecret(given.demand('token'))
  await inTx(deps.db, async (tx) => {
    const app = await lockAppByToken(tx, token)
    if (!app || (clientId !== null && app.clientId !== clientId)) return
    await endApp(tx, app, { caller: null, reason: 'ended_by_app', now: deps.clock.now() })
  })
  deps.callers.clear()
}

/** Refuses tokens to an app whose user has been deleted or disabled. */
export async function requireLiveUser(tx: Tx, uid: UserId): Promise<void> {
  const user = await findUser(tx, uid)
  if (!user || user.disabledAt) throw new OauthFault('invalid_grant', 'The user of this app can no longer sign in.')
}

/** Refuses a `resource` other than the one that the user consented to. */
export function requireAudience(
  config: IdentityDeps['config'],
  app: { readonly audience: Audience },
  given: Parameters,
): void {
  const resource = given.read('resource')
  if (resource !== null && findAudience(config, resource) !== app.audience)
    throw new OauthFault('invalid_target', 'The user didn’t give the app access to this resource.')
}
