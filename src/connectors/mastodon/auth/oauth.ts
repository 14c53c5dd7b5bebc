import { z } from 'zod'
import { readAnswer } from '#connectors/api/json-api.ts'
import type { Http, OAuthAt } from '#connectors/connector.ts'
import { apiUrlOf } from '../api/address.ts'
import { postForm } from '../api/calls.ts'
import { askInstance, askSoftware } from '../api/instance.ts'
import type { Grant } from '../memo.ts'
import { askAccount, notCalled, remoteIdOf } from './ask-account.ts'
import { neededScopes } from './scopes.ts'
import { appAt, appName, type ServerApp } from './server-app.ts'

const memoShape = z.object({ apiUrl: z.string(), clientId: z.string(), clientSecret: z.string() })

const tokenAnswer = z.object({ access_token: z.string().min(1).max(4_096), scope: z.string().max(4_096).optional() })

/**
 * The sign-in at the server that a user names. Servers before 4.3 ignore the PKCE challenge; there only the app's
 * secret proves who exchanges the code.
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
    // Some pages do not read a plus as a space.
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
