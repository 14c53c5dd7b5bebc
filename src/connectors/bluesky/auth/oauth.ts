import { randomUUID } from 'node:crypto'
import { importJWK, type JWK, SignJWT } from 'jose'
import { z } from 'zod'
import { ownFailure, readAnswer, renamed } from '#connectors/api/json-api.ts'
import { CallFailed, type Granted, type Http, type JsonObject, type OAuthAt } from '#connectors/connector.ts'
import { clientMetadataPath } from '#connectors/contract/oauth.ts'
import { errorNameOf, stateError } from '../api/error-name.ts'
import { addressOf, resolveHandle, serverOfDid } from '../api/server.ts'
import { query } from '../api/xrpc.ts'
import { makeProofKey, sendWithProof } from './dpop.ts'
import type { Consent, Grant } from './grant.ts'

/**
 * Sign-in on the account's own server with the OAuth profile of the AT Protocol. No app is registered anywhere: the
 * server reads our client metadata document, and each session has its own key.
 */
const scopes = ['atproto', 'transition:generic']

const pushed = z.object({ request_uri: z.string(), expires_in: z.number().positive() })

/** The state of a sign-in between the redirect and the callback. */
type Memo = Consent & { readonly did: string | null }

export const oauthAt: OAuthAt<Grant> = {
  named: 'identifier',
  scopes,

  async begin(http, { name, redirectUrl, state, challenge, scopes: requestedScopes }) {
    const clientId = clientIdFor(http, redirectUrl, requestedScopes)
    const { did, issuer } = await findIssuer(http, name)
    const { id, tokenUrl, revokeUrl } = issuer
    const memo: Memo = { did, issuer: id, tokenUrl, revokeUrl, clientId, key: await makeProofKey() }
    const answer = await ask(http, memo, 'pushRequest', issuer.requestUrl, {
      response_type: 'code',
      redirect_uri: callbackFor(redirectUrl),
      scope: requestedScopes.join(' '),
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...(did === null ? {} : { login_hint: did }),
    })
    const { request_uri, expires_in } = readAnswer(answer, pushed)
    const authorizeUrl = new URL(issuer.authorizeUrl)
    authorizeUrl.searchParams.set('client_id', clientId)
    authorizeUrl.searchParams.set('request_uri', request_uri)
    const openUntil = new Date(http.now.getTime() + expires_in * 1_000)
    return { authorizeUrl: authorizeUrl.href, memo, openUntil }
  },

  async exchange(http, { code, redirectUrl, verifier, memo, issuer }) {
    const { did, ...consent } = memo as Memo
    if (issuer !== consent.issuer) throw ownFailure('OtherIssuer')
    const given = { code, redirect_uri: callbackFor(redirectUrl), code_verifier: verifier }
    const made = await askForTokens(http, consent, { grant_type: 'authorization_code', ...given })
    try {
      if (did !== null && made.sub !== did) throw ownFailure('AnotherSignedIn')
      // A server may claim any account, so the account's DID document must name it.
      const home = await issuerOfAccount(http, made.sub)
      if (home.id !== consent.issuer || home.server === null) throw ownFailure('OtherIssuer')
      return granted(http, made, { did: made.sub, handle: made.sub, server: home.server, consent })
    } catch (error) {
      await revokeToken(http, consent, made.refresh_token).catch(nothing)
      throw error
    }
  },
}

/** Renews an OAuth session's tokens. Each refresh token works once. */
export async function refreshConsent(http: Http, grant: Grant, consent: Consent): Promise<Granted<Grant>> {
  const fields = { grant_type: 'refresh_token', refresh_token: grant.refreshJwt }
  const made = await askForTokens(http, consent, fields).catch((error) => refusedFor(http, grant, error))
  if (made.sub !== grant.did) throw ownFailure('OtherAccount')
  return granted(http, made, { ...grant, consent })
}

const repoStatus = z.object({ active: z.boolean(), status: z.string().optional() })

/**
 * Determines why a server does not renew tokens. The error is the same for a session that ended and for a suspended
 * account, so the connector requests the account's status, which is public.
 */
async function refusedFor(http: Http, { server, did }: Grant, error: unknown): Promise<never> {
  if (!(error instanceof CallFailed) || errorNameOf(error) !== 'invalid_grant') throw error
  const call = { server, nsid: 'com.atproto.sync.getRepoStatus', params: { did } }
  const state = await query(http, call, repoStatus).catch(nothing)
  throw state?.active === false ? renamed(error.failure, stateError(state.status)) : error
}

export const revokeConsent = (http: Http, { refreshJwt }: Grant, consent: Consent): Promise<void> =>
  revokeToken(http, consent, refreshJwt)

async function revokeToken(http: Http, consent: Consent, token: string): Promise<void> {
  if (consent.revokeUrl !== null) await ask(http, consent, 'revokeToken', consent.revokeUrl, { token })
}

function nothing(error: unknown): undefined {
  if (!(error instanceof CallFailed)) throw error
}

const tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.string().regex(/^DPoP$/i),
  expires_in: z.number().positive(),
  scope: z.string(),
  sub: z.string().startsWith('did:'),
})

const askForTokens = async (http: Http, consent: Consent, fields: Readonly<Record<string, string>>) =>
  readAnswer(await ask(http, consent, 'requestToken', consent.tokenUrl, fields), tokens)

/** Sends a form to the issuer as our client, with a proof of the session's key. */
async function ask(
  http: Http,
  { key, clientId, issuer }: Consent,
  name: string,
  url: string,
  fields: Readonly<Record<string, string>>,
) {
  const who = await identify(http, clientId, issuer)
  const body = new URLSearchParams({ ...fields, ...who }).toString()
  const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' }
  return await sendWithProof(http, { name, method: 'POST', url, headers, body }, { key: key as JsonObject })
}

const granted = (
  { now }: Http,
  made: z.output<typeof tokens>,
  grant: Omit<Grant, 'accessJwt' | 'refreshJwt'>,
): Granted<Grant> => ({
  grant: { ...grant, accessJwt: made.access_token, refreshJwt: made.refresh_token },
  principal: made.sub,
  scopes: made.scope.split(' ').filter((scope) => scope !== ''),
  expiresAt: new Date(now.getTime() + made.expires_in * 1_000),
})

/**
 * This installation as an OAuth client of any server. Its client ID is the URL of its metadata document. An
 * installation that is reachable only from its own machine has no such document: the protocol's loopback client for
 * development takes its place, and its sessions are shorter.
 */
const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/** Returns the callback URL in the form that servers accept, which names this machine only by IP address. */
function callbackFor(redirectUrl: string): string {
  const url = new URL(redirectUrl)
  if (url.protocol !== 'http:' || url.hostname !== 'localhost') return redirectUrl
  url.hostname = '127.0.0.1'
  return url.href
}

function clientIdFor({ ownClient }: Http, redirectUrl: string, scopes: readonly string[]): string {
  const { protocol, hostname } = new URL(redirectUrl)
  if (protocol === 'http:' && loopbackHost.test(hostname)) {
    return `http://localhost?${new URLSearchParams({ redirect_uri: callbackFor(redirectUrl), scope: scopes.join(' ') })}`
  }
  if (!ownClient?.publicUrl.startsWith('https://')) throw ownFailure('NoPublicAddress')
  return `${ownClient.publicUrl}${clientMetadataPath}`
}

const assertionS = 60

/** Returns the fields that identify the client and, if it has a document with its key, authenticate it. */
async function identify(
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

/** Resolves what a user types to the server where they sign in: handle, DID, the account's server, its issuer. */
const lookMs = 10_000

interface Found {
  /** Null if the user named only a server and identifies themselves there. */
  readonly did: string | null
  readonly issuer: Issuer
}

async function findIssuer(http: Http, name: string): Promise<Found> {
  if (/^https?:\/\//i.test(name)) {
    const server = addressOf(name)
    if (server === null) throw ownFailure('BadServer')
    return { did: null, issuer: await issuerOfServer(http, server) }
  }
  const did = await didOf(http, cleaned(name))
  return { did, issuer: await issuerOfAccount(http, did) }
}

async function didOf(http: Http, identifier: string): Promise<string> {
  if (identifier.startsWith('did:')) return identifier
  const { api } = http.addresses
  if (api === undefined) throw ownFailure('NoServer')
  try {
    return await resolveHandle(http, api, identifier, lookMs)
  } catch (error) {
    const isUnknown = error instanceof CallFailed && error.failure.status === 400
    throw isUnknown ? ownFailure('HandleUnknown') : error
  }
}

/** Returns the issuer of the server that the account's DID document names. */
async function issuerOfAccount(http: Http, did: string): Promise<Issuer> {
  const server = await serverOfDid(http, did)
  if (server === null) throw ownFailure('NoServerOfAccount')
  return { ...(await issuerOfServer(http, server)), server }
}

const resource = z.object({ authorization_servers: z.array(z.string()).length(1) })

const metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url({ protocol: /^https?$/ }),
  token_endpoint: z.string(),
  pushed_authorization_request_endpoint: z.string(),
  revocation_endpoint: z.string().optional(),
})

/** The server that issues tokens for an account. */
interface Issuer {
  readonly id: string
  /** The account's own server. Null until the user has signed in. */
  readonly server: string | null
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly requestUrl: string
  readonly revokeUrl: string | null
}

async function issuerOfServer(http: Http, server: string): Promise<Issuer> {
  const [id = server] = await issuersNamedBy(http, server)
  const about = await read(http, `${id}/.well-known/oauth-authorization-server`, 'issuerMetadata', metadata)
  // Otherwise a server could name another server and collect the codes meant for it.
  if (about.issuer !== id) throw ownFailure('OtherIssuer')
  return {
    id,
    server: null,
    authorizeUrl: about.authorization_endpoint,
    tokenUrl: about.token_endpoint,
    requestUrl: about.pushed_authorization_request_endpoint,
    revokeUrl: about.revocation_endpoint ?? null,
  }
}

/** Returns the issuers that an account's server trusts. A server without this document may be an issuer itself. */
async function issuersNamedBy(http: Http, server: string): Promise<readonly string[]> {
  try {
    const url = `${server}/.well-known/oauth-protected-resource`
    return (await read(http, url, 'resourceMetadata', resource)).authorization_servers
  } catch (error) {
    if (error instanceof CallFailed && error.failure.status === 404) return []
    throw error
  }
}

async function read<Shape extends z.ZodType>(http: Http, url: string, name: string, shape: Shape) {
  const headers = { accept: 'application/json' }
  return readAnswer(await http.send({ name, method: 'GET', url, headers, timeoutMs: lookMs }), shape)
}

/** Cleans an identifier as people paste it: with a leading @ and invisible characters. */
export const cleaned = (identifier: string): string =>
  identifier
    .replace(/[\p{Cf}\s]/gu, '')
    .replace(/^@/, '')
    .toLowerCase()
