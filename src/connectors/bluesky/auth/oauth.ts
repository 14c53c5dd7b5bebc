import { z } from 'zod'
import { ownFailure, readAnswer, renamed } from '#connectors/api/json-api.ts'
import { CallFailed, type Granted, type Http, type JsonObject, type OAuthAt } from '#connectors/connector.ts'
import { errorNameOf, stateError } from '../api/error-name.ts'
import { query } from '../api/xrpc.ts'
import { makeProofKey, sendWithProof } from './dpop.ts'
import { findIssuer, issuerOfAccount } from './find-server.ts'
import type { Consent, Grant } from './grant.ts'
import { callbackFor, clientIdFor, identify } from './own-client.ts'

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
