import { generateKeyPairSync } from 'node:crypto'
import type { JsonObject } from '#connectors/connector.ts'
import type { ClientKeys, ServerAppsOf } from '#modules/accounts/index.ts'

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** A client key for calls without a database. */
export const clientKeys: ClientKeys = {
  signing: async () => ({ ...(pair.privateKey.export({ format: 'jwk' }) as JsonObject), kid: 'a key of the test' }),
  publicJwks: async () => [{ ...pair.publicKey.export({ format: 'jwk' }), kid: 'a key of the test' }],
}

/** Stores the apps of servers without a database. */
export function createServerAppsInMemory(): ServerAppsOf {
  const apps = new Map<string, JsonObject>()
  return (network) => ({
    read: async (...key) => apps.get([network, ...key].join(' ')) ?? null,
    keep: async (server, redirectUrl, app) => {
      apps.set([network, server, redirectUrl].join(' '), app)
    },
  })
}
