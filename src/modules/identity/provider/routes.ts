import { route } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import type { IdentityDeps } from '../deps.ts'
import { jwks } from './schema.ts'

/** Registers the route with the public keys of the embedded identity provider. */
export function addProviderRoutes(app: Edge, deps: IdentityDeps): void {
  route(app, {
    get: '/.well-known/jwks.json',
    id: 'getJsonWebKeySet',
    tag: 'Identity',
    summary: 'Get the public keys that verify identity tokens',
    description:
      'A service that accepts identity tokens of this installation verifies their signatures with these keys.',
    access: 'anyone',
    answers: jwks,
    does: async () => ({ keys: (await deps.keyRing.publicJwks()) as JsonWebKey[] }),
  })
}

interface JsonWebKey {
  kty: string
  crv: string
  x: string
  kid: string
  alg: string
  use: string
}
