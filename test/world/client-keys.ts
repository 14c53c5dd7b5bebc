import { generateKeyPairSync } from 'node:crypto'
import type { JsonObject } from '#connectors/connector.ts'
import type { ClientKeys } from '#modules/accounts/index.ts'

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** A client key for calls without a database. */
export const clientKeys: ClientKeys = {
  signing: async () => ({ ...(pair.privateKey.export({ format: 'jwk' }) as JsonObject), kid: 'a key of the test' }),
  publicJwks: async () => [{ ...pair.publicKey.export({ format: 'jwk' }), kid: 'a key of the test' }],
}
