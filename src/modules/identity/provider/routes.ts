import type { Edge } from '#infra/http/server.ts'
import type { IdentityDeps } from '../deps.ts'
import { jwks } from './schema.ts'

/** Registers the route with the public keys of the embedded identity provider. */
export function addProviderRoutes(app: Edge, deps: IdentityDeps): void {
  app.get(
    '/.well-known/jwks.json',
    {
      config: { access: { credential: 'none' } },
      schema: {
        operationId: 'getJsonWebKeySet',
        tags: ['Identity'],
        summary: 'Get the public keys that verify identity tokens',
        response: { 200: jwks },
      },
    },
    async () => ({ keys: (await deps.keyRing.publicJwks()) as JsonWebKey[] }),
  )
}

interface JsonWebKey {
  kty: string
  crv: string
  x: string
  kid: string
  alg: string
  use: string
}
