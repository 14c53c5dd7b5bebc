import { createHash } from 'node:crypto'
import type { Db } from '#infra/db/client.ts'
import type { Credential, Scope } from '#kernel/caller.ts'
import { before, minutes, seconds } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { fromWire } from '#kernel/ids.ts'
import { apiKeyPrefix, isApiKeyText } from './api-keys/api-key-text.ts'
import { findKeyCaller, recordKeyUse } from './api-keys/store.ts'
import { audience, type CredentialDeps, type OuterDeps } from './deps.ts'
import { hashSecret } from './hash-secret.ts'
import { createOuterTokenReader } from './outer-provider/outer-tokens.ts'
import { type KeyRing, signingAlgorithm } from './provider/key-ring.ts'
import { keyRingOf } from './provider/memory.ts'
import { createVerifier } from './provider/verifier.ts'
import { findSessionCaller } from './sessions/store.ts'

/**
 * Reads the bearer token of each request. The caller comes from one select and is cached for at most a second. So a
 * revoked key, an ended session, or a changed role or plan takes effect within that second in every process, and at
 * once in the process that made the change, which clears its cache.
 */
const rememberMs = seconds(1)
const mostRemembered = 10_000
const noteUseEveryMs = minutes(1)

interface Known {
  readonly credential: Credential
  readonly usableUntilMs: number
}

interface Remembered {
  readonly atMs: number
  readonly known: Promise<Known>
}

type Memory = Map<string, Remembered>
const memories = new WeakMap<Db, Memory>()

/** Clears the cache of callers. Call this after the commit of any change to what a credential may do. */
export function forgetCallers(db: Db): void {
  memories.get(db)?.clear()
}

export function createAuthenticator(deps: OuterDeps): (token: string) => Promise<Credential> {
  const memory: Memory = memories.get(deps.db) ?? new Map()
  memories.set(deps.db, memory)
  const { oidc } = deps.config
  const readIdentityToken = oidc ? createOuterTokenReader(deps, oidc) : createIdentityTokenReader(deps, keyRingOf(deps))

  return async (token) => {
    const isKey = token.startsWith(apiKeyPrefix)
    if (isKey && !isApiKeyText(token)) {
      refuse('unauthenticated', { detail: 'The API key is incomplete or mistyped.' })
    }
    const place = createHash('sha256').update(token).digest('base64')
    const nowMs = deps.clock.now().getTime()
    const found = memory.get(place)
    if (found && nowMs >= found.atMs && nowMs - found.atMs < rememberMs) {
      const known = await found.known
      if (nowMs < known.usableUntilMs) return known.credential
    }
    const fresh: Remembered = { atMs: nowMs, known: isKey ? readApiKey(deps, token) : readIdentityToken(token) }
    if (memory.size >= mostRemembered) memory.clear()
    memory.set(place, fresh)
    try {
      return (await fresh.known).credential
    } catch (error) {
      if (memory.get(place) === fresh) memory.delete(place)
      throw error
    }
  }
}

async function readApiKey(deps: CredentialDeps, token: string): Promise<Known> {
  const now = deps.clock.now()
  const key = await findKeyCaller(deps.db, hashSecret(token), now)
  if (!key) return refuse('unauthenticated', { detail: 'The API key is unknown, revoked or expired.' })
  const lately = before(now, noteUseEveryMs)
  if (!key.lastUsedAt || key.lastUsedAt <= lately) {
    // Not awaited: a record of the use matters less than a fast response.
    recordKeyUse(deps.db, key.id, now, lately).catch((error: unknown) =>
      deps.log.warn({ event: 'identity.key_use_not_recorded', err: error }, 'The use of an API key was not recorded'),
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
    },
  }
}

const sessionShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function createIdentityTokenReader(deps: CredentialDeps, keys: KeyRing): (token: string) => Promise<Known> {
  const verify = createVerifier({
    issuer: deps.config.publicUrl,
    audience,
    algorithms: [signingAlgorithm],
    keyFor: async (header) => (header.kid ? await keys.publicKey(header.kid) : null),
  })
  return async (token) => {
    const now = deps.clock.now()
    const claims = await verify(token, now)
    const uid = fromWire('usr', claims.subject)
    const sessionId = claims.sessionId
    const session =
      uid && sessionId && sessionShape.test(sessionId)
        ? await findSessionCaller(deps.db, sessionId, uid, now)
        : undefined
    if (!session) return refuse('unauthenticated', { detail: 'This sign-in has ended. Sign in again.' })
    return {
      usableUntilMs: claims.expiresAt.getTime(),
      credential: { kind: 'user', ...session, keyId: null, scopes: null, onlyProfiles: null },
    }
  }
}
