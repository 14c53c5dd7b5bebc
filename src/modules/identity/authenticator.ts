import type { Credential, Scope } from '#kernel/caller.ts'
import { before, minutes } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { fromWire, type SessionId } from '#kernel/ids.ts'
import { apiKeyPrefix, isApiKeyText } from './api-keys/api-key-text.ts'
import { findKeyCaller, recordKeyUse } from './api-keys/store.ts'
import type { KnownCaller } from './caller-cache.ts'
import { appTokenPrefix } from './connected-apps/app-tokens.ts'
import { audiencePaths } from './connected-apps/audiences.ts'
import { findAppCaller, recordAppUse } from './connected-apps/store.ts'
import { audience, type CredentialDeps, type OuterDeps } from './deps.ts'
import { hashSecret } from './hash-secret.ts'
import { createOuterTokenReader } from './outer-provider/outer-tokens.ts'
import { signingAlgorithm } from './provider/key-ring.ts'
import { createVerifier } from './provider/verifier.ts'
import { findSessionCaller } from './session-store.ts'

const noteUseEveryMs = minutes(1)

/** Returns the function that reads the bearer token of each request. The caller comes from one select and a cache. */
export function createAuthenticator(deps: OuterDeps): (token: string) => Promise<Credential> {
  const { oidc } = deps.config
  const readIdentityToken = oidc ? createOuterTokenReader(deps, oidc) : createIdentityTokenReader(deps)

  return async (token) => {
    const isKey = token.startsWith(apiKeyPrefix)
    if (isKey && !isApiKeyText(token)) {
      refuse('unauthenticated', { detail: 'The API key is incomplete or mistyped.' })
    }
    return await deps.callers.get(token, deps.clock.now(), () => {
      if (isKey) return readApiKey(deps, token)
      return token.startsWith(appTokenPrefix) ? readAppToken(deps, token) : readIdentityToken(token)
    })
  }
}

async function readApiKey(deps: CredentialDeps, token: string): Promise<KnownCaller> {
  const now = deps.clock.now()
  const key = await findKeyCaller(deps.db, hashSecret(token), now)
  if (!key) return refuse('unauthenticated', { detail: 'The API key is unknown, revoked or expired.' })
  const lately = before(now, noteUseEveryMs)
  if (!key.lastUsedAt || key.lastUsedAt <= lately) {
    // Not awaited: recording the use matters less than a fast response.
    recordKeyUse(deps.db, key.id, now, lately).catch((error: unknown) =>
      deps.log.warn({ event: 'identity.key_use_not_recorded', err: error }, 'API key use was not recorded'),
    )
  }
  return {
    usableUntilMs: key.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
    credential: {
      kind: 'api-key',
      uid: key.uid,
      role: key.role,
      plan: key.plan,
      keyId: key.id,
      scopes: new Set(key.scopes as Scope[]),
      onlyProfiles: key.profileIds,
      signedInAt: null,
      sessionId: null,
    },
  }
}

/** Reads the access token of an app, which can do the same as an API key with the same scopes and profiles. */
async function readAppToken(deps: CredentialDeps, token: string): Promise<KnownCaller> {
  const now = deps.clock.now()
  const app = await findAppCaller(deps.db, hashSecret(token), now)
  if (!app)
    return refuse('unauthenticated', {
      detail: 'The access token has expired or its app was disconnected.',
    })
  const lately = before(now, noteUseEveryMs)
  if (!app.lastUsedAt || app.lastUsedAt <= lately) {
    recordAppUse(deps.db, app.id, now, lately).catch((error: unknown) =>
      deps.log.warn({ event: 'identity.app_use_not_recorded', err: error }, 'App use was not recorded'),
    )
  }
  const onlyUnder = audiencePaths[app.audience]
  return {
    usableUntilMs: app.expiresAt.getTime(),
    credential: {
      kind: 'app',
      uid: app.uid,
      role: app.role,
      plan: app.plan,
      keyId: app.id,
      scopes: new Set(app.scopes as Scope[]),
      onlyProfiles: app.profileIds,
      ...(onlyUnder === '' ? {} : { onlyUnder }),
      signedInAt: null,
      sessionId: null,
    },
  }
}

const sessionShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function createIdentityTokenReader(deps: CredentialDeps): (token: string) => Promise<KnownCaller> {
  const verify = createVerifier({
    issuer: deps.config.publicUrl,
    audience,
    algorithms: [signingAlgorithm],
    keyFor: async (header) => (header.kid ? await deps.keyRing.publicKey(header.kid) : null),
  })
  return async (token) => {
    const now = deps.clock.now()
    const claims = await verify(token, now)
    const uid = fromWire('usr', claims.subject)
    const sessionId = claims.sessionId
    const session =
      uid && sessionId && sessionShape.test(sessionId)
        ? await findSessionCaller(deps.db, sessionId as SessionId, uid, now)
        : undefined
    if (!session) return refuse('unauthenticated', { detail: 'Your session has ended. Sign in again.' })
    return {
      usableUntilMs: claims.expiresAt.getTime(),
      credential: { kind: 'user', ...session, keyId: null, scopes: null, onlyProfiles: null },
    }
  }
}
