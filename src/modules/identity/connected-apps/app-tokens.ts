import { randomBytes } from 'node:crypto'
import type { Tx } from '#infra/db/client.ts'
import { after, days, hours, minutes } from '#kernel/clock.ts'
import { hashSecret } from '../hash-secret.ts'
import { printScopes } from './app-scopes.ts'
import { type ConnectedApp, extendApp, insertToken } from './store.ts'

/** The prefix of every app access token, which distinguishes it from an API key or identity token. */
export const appTokenPrefix = 'pha_'
const refreshPrefix = 'phr_'

const accessMs = hours(1)
/** Lifetime of an unused app. Each use of its refresh token restarts it. */
const idleMs = days(30)
/** The time between a consent and the first tokens. */
export const codeMs = minutes(1)

/** The response of the token endpoint (RFC 6749, section 5.1). */
export interface IssuedTokens {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
  readonly refresh_token: string
  readonly scope: string
}

/** Returns 256 random bits as text. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Issues an access token and the next refresh token. Only their hashes are stored. */
export async function issueTokens(
  tx: Tx,
  app: ConnectedApp,
  scopes: readonly string[],
  now: Date,
): Promise<IssuedTokens> {
  const [access, refresh] = [appTokenPrefix + newSecret(), refreshPrefix + newSecret()]
  const appEndsAt = after(now, idleMs)
  const add = (secret: string, kind: 'access' | 'refresh', expiresAt: Date) =>
    insertToken(tx, {
      tokenHash: hashSecret(secret),
      appId: app.id,
      kind,
      scopes: [...scopes],
      issuedAt: now,
      expiresAt,
    })
  await add(access, 'access', after(now, accessMs))
  await add(refresh, 'refresh', appEndsAt)
  await extendApp(tx, app.id, { expiresAt: appEndsAt, connectedAt: app.connectedAt ?? now })
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: accessMs / 1_000,
    refresh_token: refresh,
    scope: printScopes(scopes),
  }
}
