import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

type Algorithm = 'RS256' | 'PS256' | 'ES256' | 'ES384' | 'EdDSA'

type Pair = Awaited<ReturnType<typeof generateKeyPair>>

/**
 * Key pairs, cached: creating one takes longer than most tests use it, so each provider's nth key of a kind is the
 * same.
 */
const pairs = new Map<string, Promise<Pair>>()
function pairOf(alg: Algorithm, nth: number): Promise<Pair> {
  const pair = pairs.get(`${alg} ${nth}`) ?? generateKeyPair(alg, { extractable: true })
  pairs.set(`${alg} ${nth}`, pair)
  return pair
}

/** Opens an identity provider on loopback, as OpenID Connect Discovery describes and `OIDC_ISSUER` may name. */
export async function openIssuer(now: () => Date) {
  const keys: { kid: string; alg: Algorithm; pair: Pair }[] = []
  let made = 0
  const codes: Readonly<Record<string, string>>[] = []
  const requested = { discovery: 0, keys: 0 }
  const behaviour = { status: 200, document: {} as object, tokens: {} as object, tokenStatus: 200 }
  const server = createServer(async (request, response) => {
    if (request.url === '/realm/token') {
      const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString())
      codes.push(Object.fromEntries(form))
      response.writeHead(behaviour.tokenStatus, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify(behaviour.tokens))
    }
    const isDiscovery = request.url === '/realm/.well-known/openid-configuration'
    requested[isDiscovery ? 'discovery' : 'keys'] += 1
    const listed = keys.map(async ({ kid, alg, pair }) => ({
      ...(await exportJWK(pair.publicKey)),
      kid,
      alg,
      use: 'sig',
    }))
    const body = isDiscovery
      ? { issuer, jwks_uri: `${issuer}/keys`, ...endpoints(), ...behaviour.document }
      : { keys: [{ kty: 'oct', k: 'c2VjcmV0', kid: 'symmetric' }, 'nonsense', ...(await Promise.all(listed))] }
    response.writeHead(behaviour.status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}/realm`
  const endpoints = () => ({ authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` })
  const seconds = () => Math.floor(now().getTime() / 1_000)

  return {
    issuer,
    requestCounts: requested,
    behaviour,
    /** The forms that the token endpoint has received. */
    codes,
    settings: { OIDC_ISSUER: issuer, OIDC_AUDIENCE: 'posthorn-web' },
    async addKey(kid: string, alg: Algorithm = 'RS256') {
      keys.push({ kid, alg, pair: await pairOf(alg, made++) })
    },
    withdrawKeys: () => void keys.splice(0),
    keyOf: (kid: string) => keys.find((key) => key.kid === kid)!,
    claims: (subject: string, more: object = {}): JWTPayload => ({
      iss: issuer,
      aud: 'posthorn-web',
      sub: subject,
      iat: seconds(),
      exp: seconds() + 300,
      auth_time: seconds(),
      email: `${subject}@example.com`,
      email_verified: true,
      name: `Name of ${subject}`,
      ...more,
    }),
    /** Signs a token as the provider does, with its newest key by default. */
    token(
      subject: string,
      more: object = {},
      header: { kid?: string; alg?: string; typ?: string } = {},
    ): Promise<string> {
      const key = keys.find(({ kid }) => kid === header.kid) ?? keys.at(-1)!
      return new SignJWT(this.claims(subject, more))
        .setProtectedHeader({ alg: key.alg, kid: key.kid, ...header })
        .sign(key.pair.privateKey)
    },
    async down() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
    async up() {
      await once(server.listen(port, '127.0.0.1'), 'listening')
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      if (server.listening) await new Promise((done) => server.close(done))
    },
  }
}

export type Issuer = Awaited<ReturnType<typeof openIssuer>>
