import { createHash, randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { type Answer, CallFailed, type Http, type HttpRequest, type JsonObject } from '#connectors/connector.ts'
import { keepLatest } from '#kernel/keep-latest.ts'
import { errorNameOf } from '../api/error-name.ts'

/**
 * Requests with a proof of possession (DPoP). An OAuth token works only together with a key that never leaves this
 * service, so a stolen token is useless. A server also requires its own nonce in each proof: it returns the next nonce
 * with each response and refuses a request without a current one. Such a request is sent again once.
 */
interface Proof {
  /** The key of the session, private part included. */
  readonly key: JsonObject
  /** The token that the request uses. Omitted for requests that obtain a token. */
  readonly token?: string
}

/** A request whose body can be sent twice. */
export type RepeatableRequest = Omit<HttpRequest, 'body'> & {
  readonly body?: Exclude<HttpRequest['body'], AsyncIterable<Uint8Array>> | (() => AsyncIterable<Uint8Array>)
}

const algorithm = 'ES256'

export async function makeProofKey(): Promise<JsonObject> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
  return { ...(await exportJWK(privateKey)) } as JsonObject
}

/** The latest nonce of each server. Nonces change every few minutes; losing one costs one extra request. */
const nonces = new Map<string, string>()
const serversMax = 1_000

export async function sendWithProof(http: Http, request: RepeatableRequest, proof: Proof): Promise<Answer> {
  try {
    return await sendOnce(http, request, proof)
  } catch (error) {
    if (errorNameOf(error) !== 'use_dpop_nonce') throw error
    return await sendOnce(http, request, proof)
  }
}

async function sendOnce(http: Http, { body, ...request }: RepeatableRequest, proof: Proof): Promise<Answer> {
  const { origin } = new URL(request.url)
  const authorization = proof.token === undefined ? {} : { authorization: `DPoP ${proof.token}` }
  const dpop = await sign(http, request, proof, nonces.get(origin))
  const headers = { ...request.headers, ...authorization, dpop }
  const sent = typeof body === 'function' ? body() : body
  try {
    const answer = await http.send({ ...request, headers, ...(sent === undefined ? {} : { body: sent }) })
    remember(origin, answer.headers)
    return answer
  } catch (error) {
    if (error instanceof CallFailed) remember(origin, error.failure.headers)
    throw error
  }
}

function remember(origin: string, { 'dpop-nonce': nonce }: Readonly<Record<string, string>>): void {
  if (nonce === undefined || nonce.length > 500) return
  keepLatest(nonces, origin, nonce, serversMax)
}

async function sign(
  { now }: Http,
  { method, url }: Pick<HttpRequest, 'method' | 'url'>,
  { key, token }: Proof,
  nonce: string | undefined,
): Promise<string> {
  const claims = {
    jti: randomUUID(),
    htm: method,
    htu: url.split(/[?#]/, 1)[0],
    ...(nonce === undefined ? {} : { nonce }),
    ...(token === undefined ? {} : { ath: createHash('sha256').update(token).digest('base64url') }),
  }
  return await new SignJWT(claims)
    .setProtectedHeader({ typ: 'dpop+jwt', alg: algorithm, jwk: publicPart(key) })
    .setIssuedAt(Math.floor(now.getTime() / 1_000))
    .sign(await importJWK(key as JWK, algorithm))
}

function publicPart({ kty, crv, x, y }: JsonObject): JWK {
  return { kty, crv, x, y } as JWK
}
