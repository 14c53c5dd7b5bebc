import { type CryptoKey, importJWK, type JWK, type JWTHeaderParameters } from 'jose'
import { z } from 'zod'
import type { Outbound } from '#infra/outbound/outbound.ts'
import { type Clock, minutes, seconds } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { fetchProviderDocument, readJson, requireSafeEndpoint } from './provider-document.ts'

/**
 * The public keys of an external identity provider, found through its discovery document. The keys are cached, so that
 * tokens signed with a known key are accepted while the provider is down. An unknown key causes one request, since the
 * provider may have rotated its keys. Within the next minute, unknown keys cause no more requests, so that made-up key
 * IDs do not put load on the provider. During that minute, a key is known not to exist if it is missing from the last
 * response and was either withdrawn or requested. Any other key may be new, so its token gets a 503 response.
 */
interface IssuerKeys {
  keyFor(header: JWTHeaderParameters): Promise<CryptoKey | null>
}

interface IssuerKeysDeps {
  readonly clock: Clock
  readonly outbound: Pick<Outbound, 'request'>
  readonly log: { warn(fields: object, message: string): void }
}

/** The age at which keys are fetched again. Keys that the provider has withdrawn are then dropped. */
const refreshAfterMs = minutes(10)
const askAgainAfterMs = minutes(1)
const tryAgainAfterMs = seconds(5)
const mostMissing = 1_000

/**
 * The condition that each algorithm puts on a key. Symmetric algorithms are absent, because a public key could then
 * serve as the secret.
 */
const fits: Readonly<Record<string, (jwk: JWK) => boolean>> = {
  RS256: (jwk) => jwk.kty === 'RSA',
  PS256: (jwk) => jwk.kty === 'RSA',
  ES256: (jwk) => jwk.kty === 'EC' && jwk.crv === 'P-256',
  ES384: (jwk) => jwk.kty === 'EC' && jwk.crv === 'P-384',
  EdDSA: (jwk) => jwk.kty === 'OKP' && jwk.crv === 'Ed25519',
}
export const outerAlgorithms: readonly string[] = Object.keys(fits)

interface Loaded {
  readonly atMs: number
  readonly keys: readonly JWK[]
  /** IDs of keys that the provider is known not to have. */
  readonly missing: Set<string>
}

export function createIssuerKeys(deps: IssuerKeysDeps, issuer: string): IssuerKeys {
  let loaded: Loaded | null = null
  let loading: Promise<Loaded> | null = null
  let failedAtMs: number | null = null
  let requestedAtMs = Number.NEGATIVE_INFINITY
  const nowMs = () => deps.clock.now().getTime()
  const imported = new WeakMap<JWK, Promise<CryptoKey | null>>()

  const load = (): Promise<Loaded> => {
    loading ??= fetchKeys(deps, issuer)
      .then((keys) => {
        failedAtMs = null
        const missing = new Set(loaded?.keys.filter(({ kid }) => !keys.some((key) => key.kid === kid)).map(nameOf))
        loaded = { atMs: nowMs(), keys, missing }
        return loaded
      })
      .catch((error: unknown) => {
        failedAtMs = nowMs()
        deps.log.warn(
          { event: 'identity.provider_keys_unreadable', err: error, issuer },
          'Identity provider keys could not be read',
        )
        throw error
      })
      .finally(() => {
        loading = null
      })
    return loading
  }
  /** A failure in the future was recorded before the clock was set back. */
  const waitMs = () =>
    failedAtMs === null || failedAtMs > nowMs() ? 0 : Math.max(0, failedAtMs + tryAgainAfterMs - nowMs())

  /** Fetches the keys, or responds with 503: without the key, the token can be neither accepted nor rejected. */
  const requireFresh = async (): Promise<Loaded> => {
    if (waitMs() > 0 && !loading) refuse('identity_provider_unavailable', { retryAfterMs: waitMs() })
    return await load().catch(() => refuse('identity_provider_unavailable', { retryAfterMs: tryAgainAfterMs }))
  }

  const imports = (jwk: JWK, algorithm: string): Promise<CryptoKey | null> => {
    const known = imported.get(jwk) ?? importKey(jwk, algorithm)
    // An RSA key fits two algorithms, but each import is for one of them.
    if (jwk.kty !== 'RSA') imported.set(jwk, known)
    return known
  }

  return {
    async keyFor(header) {
      const known = loaded && pick(loaded.keys, header)
      if (loaded && known) {
        // Not awaited: the cached keys are good enough for this request.
        if (Math.abs(nowMs() - loaded.atMs) >= refreshAfterMs && waitMs() === 0) load().catch(() => {})
        return await imports(known, header.alg)
      }
      if (loaded && !loading && failedAtMs === null) {
        const pauseMs = askAgainAfterMs - Math.abs(nowMs() - requestedAtMs)
        if (pauseMs > 0 && loaded.missing.has(nameOf(header))) return null
        if (pauseMs > 0) refuse('identity_provider_unavailable', { retryAfterMs: pauseMs })
        requestedAtMs = nowMs()
      }
      const fresh = await requireFresh()
      const found = pick(fresh.keys, header)
      if (!found && fresh.missing.size < mostMissing) fresh.missing.add(nameOf(header))
      return found && (await imports(found, header.alg))
    },
  }
}

const nameOf = ({ kid = '' }: { readonly kid?: string | undefined }): string => kid

/** Returns the key with this ID or, if the token names none, the only key that fits. */
function pick(keys: readonly JWK[], { kid, alg }: JWTHeaderParameters): JWK | null {
  const fitting = keys.filter(
    (jwk) => (kid === undefined || jwk.kid === kid) && (jwk.alg ?? alg) === alg && fits[alg]?.(jwk),
  )
  return kid === undefined && fitting.length > 1 ? null : (fitting[0] ?? null)
}

async function importKey({ kty, crv, x, y, n, e }: JWK, algorithm: string): Promise<CryptoKey | null> {
  const parts = Object.entries({ kty, crv, x, y, n, e }).filter(([, value]) => value !== undefined)
  const key = await importJWK(Object.fromEntries(parts) as JWK, algorithm).catch(() => null)
  return key instanceof Uint8Array ? null : key
}

const part = z.string().max(4_096).optional()
const jwk = z.object({
  kty: z.string(),
  kid: part,
  alg: part,
  use: part,
  crv: part,
  x: part,
  y: part,
  n: part,
  e: part,
})
const jwks = z.object({ keys: z.array(z.unknown()).max(1_000) })

async function fetchKeys({ outbound }: IssuerKeysDeps, issuer: string): Promise<readonly JWK[]> {
  const { jwks_uri } = await fetchProviderDocument(outbound, issuer)
  const keysAt = requireSafeEndpoint(issuer, jwks_uri)
  const { keys } = jwks.parse(await readJson(outbound, keysAt.href))
  return keys.flatMap((each) => {
    const { data } = jwk.safeParse(each)
    return data && (data.use ?? 'sig') === 'sig' ? [data as JWK] : []
  })
}
