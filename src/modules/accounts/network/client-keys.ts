import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import type { JsonObject } from '#connectors/connector.ts'
import type { Db } from '#infra/db/client.ts'
import type { SealedColumn } from '#infra/db/reseal.ts'
import type { Seal } from '#infra/seal/seal.ts'
import type { Clock } from '#kernel/clock.ts'
import { deleteClientKey, insertClientKey, listClientKeys } from './store.ts'

/**
 * The keys with which this installation proves to a network's servers that it is the client described by its metadata
 * document. The first use creates one. A server binds each consent to the key of its first request, so a key is kept as
 * long as it can be opened, and the oldest one signs.
 */
export interface ClientKeys {
  /** Returns the signing key, including its private part. */
  signing(): Promise<JsonObject>
  /** Returns the public parts, as the metadata document lists them. */
  publicJwks(): Promise<readonly JWK[]>
}

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
}

const algorithm = 'ES256'
const sealContext = (kid: string): string => `client_key:${kid}`

/** Sealed column of client keys, for the SECRET_KEY rotation. */
export const sealedClientKeys: SealedColumn = {
  table: 'client_key',
  column: 'sealed_private_jwk',
  key: ['kid'],
  boundTo: sealContext,
  giveUp: (_deps, tx, kid = '') => deleteClientKey(tx, kid),
}

export function createClientKeys(deps: Deps): ClientKeys {
  const readAll = async () => {
    const rows = await listClientKeys(deps.db)
    if (rows.length > 0) return rows
    await makeKey(deps)
    // If two processes created a key at the same time, both use the older one.
    return await listClientKeys(deps.db)
  }
  return {
    async signing() {
      const [row] = await readAll()
      if (!row) throw new Error('a client key that was just made exists')
      const text = deps.seal.open(row.sealedPrivateJwk, sealContext(row.kid)).toString('utf8')
      return { ...(JSON.parse(text) as JsonObject), kid: row.kid }
    },
    async publicJwks() {
      return (await readAll()).map(({ kid, publicJwk }) => ({ ...publicJwk, kid, alg: algorithm, use: 'sig' }))
    },
  }
}

async function makeKey({ db, clock, seal }: Deps): Promise<void> {
  const pair = await generateKeyPair(algorithm, { extractable: true })
  const publicJwk = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(publicJwk)
  const privateText = JSON.stringify(await exportJWK(pair.privateKey))
  await insertClientKey(db, {
    kid,
    publicJwk: JSON.stringify(publicJwk),
    sealedPrivateJwk: seal.seal(privateText, sealContext(kid)),
    createdAt: clock.now(),
  })
}
