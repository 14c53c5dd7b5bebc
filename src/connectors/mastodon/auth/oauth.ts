import { z } from 'zod'
import { ownFailure, readAnswer } from '#connectors/api/json-api.ts'
import { CallFailed, type Http, type OAuthAt } from '#connectors/connector.ts'
import { jsonOf } from '#connectors/verdicts/verdict-table.ts'
import { apiUrlOf } from '../api/address.ts'
import { accountAnswer, ask, postForm, type Server } from '../api/calls.ts'
import { askInstance, askSoftware } from '../api/instance.ts'
import type { Grant } from '../memo.ts'
import { neededScopes } from './scopes.ts'

const memoShape = z.object({ apiUrl: z.string(), clientId: z.string(), clientSecret: z.string() })

const tokenAnswer = z.object({ access_token: z.string().min(1).max(4_096), scope: z.string().max(4_096).optional() })

/**
 * The sign-in at the server that a user names. Servers before 4.3 ignore the PKCE challenge, so only the app's secret
 * proves who exchanges the code.
 */
export const oauthAt: OAuthAt<Grant> = {
  named: 'instanceUrl',
  scopes: neededScopes,
  // A server may grant a broader scope that contains the required one.
  needs: neededScopes.map((scope) => [
    scope,
    scope.replace(/:.*/, ''),
    ...(scope === 'read:accounts' ? ['profile'] : []),
  ]),

  async begin(http, { name, redirectUrl, state, scopes, challenge }) {
    const apiUrl = apiUrlOf(name, http.addresses.api)
    if (apiUrl === null) throw notCalled
    // First checks that the URL is a Mastodon server: no app is registered at any other.
    await askInstance(http, apiUrl)
    const scope = scopes.join(' ')
    const { clientId, clientSecret } = await appAt(http, apiUrl, redirectUrl, scope)
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUrl,
      scope,
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })
    // Some pages do not interpret a plus as a space.
    const authorizeUrl = `${apiUrl}/oauth/authorize?${query.toString().replaceAll('+', '%20')}`
    return { authorizeUrl, memo: { apiUrl, clientId, clientSecret }, openUntil: null }
  },

  async exchange(http, { code, redirectUrl, verifier, memo, issuer }) {
    const { apiUrl, clientId, clientSecret } = memoShape.parse(memo)
    if (issuer !== null && URL.parse(issuer)?.origin !== new URL(apiUrl).origin) throw notCalled
    const answer = await postForm(http, apiUrl, 'token', '/oauth/token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUrl,
      client_id: clientId,
      client_secret: clientSecret,
      code_verifier: verifier,
    })
    const { access_token: accessToken, scope } = readAnswer(answer, tokenAnswer)
    const software = await askSoftware(http, apiUrl)
    const account = await askAccount(http, { apiUrl, accessToken })
    return {
      grant: { apiUrl, accessToken, software, app: appName, client: { clientId, clientSecret } },
      principal: remoteIdOf(apiUrl, account.id),
      scopes: scope?.split(/\s+/).filter((one) => one !== '') ?? neededScopes,
      expiresAt: null,
    }
  },
}

/**
 * Revokes a token that the user granted to our app. A token that they created themselves cannot be revoked here: that
 * needs their app's secret.
 */
export async function revoke(http: Http, { apiUrl, accessToken, client }: Grant): Promise<void> {
  if (client) await postForm(http, apiUrl, 'revoke', '/oauth/revoke', { ...fieldsOf(client), token: accessToken })
}

const fieldsOf = ({ clientId, clientSecret }: ServerApp) => ({ client_id: clientId, client_secret: clientSecret })

/**
 * This installation's app at one server. Anyone may register an app there, so it is registered automatically at the
 * first sign-in, stored, and used for all later ones.
 */
interface ServerApp {
  readonly clientId: string
  readonly clientSecret: string
}

/** The name that people see on the consent page and below posts. */
const appName = 'Posthorn'

const secret = z.string().min(1).max(4_096)
const stored = z.object({ clientId: secret, clientSecret: secret, scope: z.string() })
const registered = z.object({ client_id: secret, client_secret: secret })

/** Returns the app at a server, registering one if there is none or the server has forgotten it. */
async function appAt(http: Http, apiUrl: string, redirectUrl: string, scope: string): Promise<ServerApp> {
  const { success, data: known } = stored.safeParse(await http.serverApps?.read(apiUrl, redirectUrl))
  if (success && known.scope === scope && (await isKnown(http, apiUrl, known, scope))) return known
  const app = await register(http, apiUrl, redirectUrl, scope)
  await http.serverApps?.keep(apiUrl, redirectUrl, { ...app, scope })
  return app
}

async function register(http: Http, apiUrl: string, redirectUrl: string, scope: string): Promise<ServerApp> {
  const website = http.ownClient?.publicUrl
  const answer = await postForm(http, apiUrl, 'createApp', '/api/v1/apps', {
    client_name: appName,
    redirect_uris: redirectUrl,
    scopes: scope,
    ...(website === undefined ? {} : { website }),
  })
  const { client_id: clientId, client_secret: clientSecret } = readAnswer(answer, registered)
  return { clientId, clientSecret }
}

/**
 * Requests a token for the app itself. Before Mastodon 4.3, servers deleted unused apps, and for a deleted app the
 * consent page is an error page that never redirects back here.
 */
async function isKnown(http: Http, apiUrl: string, app: ServerApp, scope: string): Promise<boolean> {
  try {
    await postForm(http, apiUrl, 'token', '/oauth/token', {
      grant_type: 'client_credentials',
      client_id: app.clientId,
      client_secret: app.clientSecret,
      scope,
    })
    return true
  } catch (error) {
    if (!(error instanceof CallFailed) || error.failure.sent !== 'answered') throw error
    const code = jsonOf(error.failure)?.error
    return code !== 'invalid_client' && code !== 'unauthorized_client'
  }
}

export async function askAccount(http: Http, server: Server) {
  const path = '/api/v1/accounts/verify_credentials'
  return readAnswer(await ask(http, server, { name: 'verifyCredentials', method: 'GET', path }), accountAnswer)
}

/**
 * Returns the ID of an account, which is unique only within its server. The host is the one that was called: the name
 * that a server claims proves nothing.
 */
export const remoteIdOf = (apiUrl: string, id: string): string => `${id}@${new URL(apiUrl).host}`

/** The failure for a URL at which no server can be called. */
export const notCalled = ownFailure('invalid_request')
