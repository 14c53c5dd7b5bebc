import { inTx, type Tx } from '#infra/db/client.ts'
import type { Scope } from '#kernel/caller.ts'
import type { IdentityDeps } from '../../../deps.ts'
import { hashSecret } from '../../../hash-secret.ts'
import { readScopes } from '../../app-scopes.ts'
import { type IssuedTokens, issueTokens } from '../../app-tokens.ts'
import { endApp } from '../../end-app.ts'
import { OauthFault } from '../../oauth-fault.ts'
import type { Parameters } from '../../single-parameters.ts'
import { findToken, lockAppByToken, setTokenUsed } from '../../store.ts'
import { requireAudience, requireLiveUser } from '../require-grant.ts'

type Outcome = { readonly kind: 'issued'; readonly tokens: IssuedTokens } | { readonly kind: 'reused' }

/**
 * Exchanges a refresh token for the next one. As with sessions, a second use revokes the whole family, even in a race.
 */
export async function rotateRefreshToken(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'config' | 'callers'>,
  given: Parameters,
): Promise<IssuedTokens> {
  const now = deps.clock.now()
  const token = hashSecret(given.demand('refresh_token'))
  const outcome = await inTx(deps.db, (tx) => exchange(deps, tx, { token, given, now }))
  if (outcome.kind === 'issued') return outcome.tokens
  deps.callers.clear()
  throw new OauthFault('invalid_grant', 'This refresh token was already used, so the app was signed out for security.')
}

async function exchange(
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
