import { randomUUID } from 'node:crypto'
import { importJWK, type JWK, SignJWT } from 'jose'
import { ownFailure } from '#connectors/api/json-api.ts'
import type { Http } from '#connectors/connector.ts'
import { clientMetadataPath } from '#connectors/contract/oauth.ts'

/**
 * This installation as an OAuth client of any server. Its client ID is the URL of its metadata document. An
 * installation that is reachable only from its own machine has no such document: the protocol's loopback client for
 * development takes its place, and its sessions are shorter.
 */

const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/** Returns the callback URL in the form that servers accept, which names this machine only by IP address. */
export function callbackFor(redirectUrl: string): string {
  const url = new URL(redirectUrl)
  if (url.protocol !== 'http:' || url.hostname !== 'localhost') return redirectUrl
  url.hostname = '127.0.0.1'
  return url.href
}

export function clientIdFor({ ownClient }: Http, redirectUrl: string, scopes: readonly string[]): string {
  const { protocol, hostname } = new URL(redirectUrl)
  if (protocol === 'http:' && loopbackHost.test(hostname)) {
    return `http://localhost?${new URLSearchParams({ redirect_uri: callbackFor(redirectUrl), scope: scopes.join(' ') })}`
  }
  if (!ownClient?.publicUrl.startsWith('https://')) throw ownFailure('NoPublicAddress')
  return `${ownClient.publicUrl}${clientMetadataPath}`
}

const assertionS = 60

/** Returns the fields that identify the client and, if it has a document with its key, authenticate it. */
export async function identify(
  { ownClient, now }: Http,
  clientId: string,
  issuer: string,
): Promise<Readonly<Record<string, string>>> {
  if (clientId.startsWith('http:') || !ownClient) return { client_id: clientId }
  const key = await ownClient.signingKey()
  const iat = Math.floor(now.getTime() / 1_000)
  const assertion = await new SignJWT({ jti: randomUUID() })
    .setProtectedHeader({ alg: 'ES256', kid: String(key.kid) })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt(iat)
    .setExpirationTime(iat + assertionS)
    .sign(await importJWK(key as JWK, 'ES256'))
  return {
    client_id: clientId,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  }
}
