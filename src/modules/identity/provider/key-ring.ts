import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { type Db, inTx } from '#infra/db/client.ts'
import type { SealedColumn } from '#infra/db/reseal.ts'
import { runForAll } from '#infra/db/share.ts'
import type { Seal } from '#infra/seal/seal.ts'
import { before, type Clock, hours, minutes } from '#kernel/clock.ts'
import { lockInstallation } from '../sign-up/store.ts'
import { deleteSigningKey, insertSigningKey, signingKeys } from './store.ts'

export const signingAlgorithm = 'EdDSA'

/** Longer than the lifetime of an identity token: a retired key still verifies the tokens that it signed. */
const listedAfterRetiringMs = hours(1)
const reloadAfterMs = minutes(1)

interface KeyRingDeps {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
  readonly log: { warn(fields: object, message: string): void }
}

export interface KeyRing {
  signingKey(): Promise<{ readonly kid: string; readonly key: CryptoKey }>
  publicKey(kid: string): Promise<CryptoKey | null>
  /** Returns the public keys that others use to verify our tokens. */
  publicJwks(): Promise<readonly JWK[]>
}

interface Loaded {
  readonly atMs: number
  readonly signing: { readonly kid: string; readonly key: CryptoKey } | null
  readonly publicKeys: ReadonlyMap<string, CryptoKey>
  readonly publicJwks: readonly JWK[]
}

/**
 * Holds the keys of the embedded provider. They are stored in the database, so that all processes sign and verify the
 * same way. The private key is sealed. If the current SECRET_KEY opens no stored key, a new one is added next to the
 * others. So losing SECRET_KEY only ends sessions, and a node with the wrong SECRET_KEY does not disturb the others.
 */
export function createKeyRing(deps: KeyRingDeps): KeyRing {
  let loaded: Loaded | null = null
  let loading: Promise<Loaded> | null = null

  const reload = (): Promise<Loaded> => {
    loading ??= runForAll(() => load(deps))
      .then((fresh) => {
        loaded = fresh
        return fresh
      })
      .finally(() => {
        loading = null
      })
    return loading
  }
  const current = async (): Promise<Loaded> => {
    const ageMs = loaded ? deps.clock.now().getTime() - loaded.atMs : Number.POSITIVE_INFINITY
    return loaded && ageMs >= 0 && ageMs < reloadAfterMs ? loaded : await reload()
  }
  const withSigningKey = async (): Promise<Loaded & { signing: NonNullable<Loaded['signing']> }> => {
    let now = await current()
    if (!now.signing) {
      await makeSigningKey(deps)
      now = await reload()
    }
    if (!now.signing) throw new Error('a new signing key cannot be opened')
    return { ...now, signing: now.signing }
  }

  return {
    signingKey: async () => (await withSigningKey()).signing,
    publicJwks: async () => (await withSigningKey()).publicJwks,
    async publicKey(kid) {
      // Another process may have created the key a moment ago. For a forged token, this costs one small select.
      const known = (await current()).publicKeys.get(kid)
      return known ?? (await reload()).publicKeys.get(kid) ?? null
    },
  }
}

const keyBinding = (kid: string): string => `signing_key:${kid}`

export const sealedSigningKeys: SealedColumn = {
  table: 'signing_key',
  column: 'sealed_private_jwk',
  key: ['kid'],
  boundTo: keyBinding,
  giveUp: (_deps, tx, kid = '') => deleteSigningKey(tx, kid),
}

async function load(deps: KeyRingDeps): Promise<Loaded> {
  const now = deps.clock.now()
  const rows = await signingKeys(deps.db, before(now, listedAfterRetiringMs))
  let signing: Loaded['signing'] = null
  const publicKeys = new Map<string, CryptoKey>()
  const publicJwks: JWK[] = []
  for (const row of rows) {
    const jwk: JWK = { ...row.publicJwk, kid: row.kid, alg: signingAlgorithm, use: 'sig' }
    publicJwks.push(jwk)
    publicKeys.set(row.kid, await importKey(jwk))
    if (signing || row.retiredAt) continue
    const privateJwk = open(deps, row.kid, row.sealedPrivateJwk)
    if (privateJwk) signing = { kid: row.kid, key: await importKey(privateJwk) }
  }
  return { atMs: now.getTime(), signing, publicKeys, publicJwks }
}

function open(deps: KeyRingDeps, kid: string, sealed: Buffer): JWK | null {
  try {
    return JSON.parse(deps.seal.open(sealed, keyBinding(kid)).toString('utf8')) as JWK
  } catch (error) {
    deps.log.warn(
      { event: 'identity.signing_key_unusable', err: error, kid },
      'Signing key cannot be opened with the current SECRET_KEY; another key is used',
    )
    return null
  }
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, signingAlgorithm)
  if (key instanceof Uint8Array) throw new Error('a signing key is not asymmetric')
  return key
}

async function makeSigningKey(deps: KeyRingDeps): Promise<void> {
  const pair = await generateKeyPair(signingAlgorithm, { crv: 'Ed25519', extractable: true })
  const publicJwk = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(publicJwk)
  const privateText = JSON.stringify(await exportJWK(pair.privateKey))
  await inTx(deps.db, async (tx) => {
    const now = deps.clock.now()
    await lockInstallation(tx, now)
    // If two processes start at the same time, the second finds the key that the first created.
    const rows = await signingKeys(tx, now)
    if (rows.some((row) => !row.retiredAt && open(deps, row.kid, row.sealedPrivateJwk))) return
    await insertSigningKey(tx, {
      kid,
      publicJwk,
      sealedPrivateJwk: deps.seal.seal(privateText, keyBinding(kid)),
      createdAt: now,
    })
  })
}
