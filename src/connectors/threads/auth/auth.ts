import { z } from 'zod'
import { requireAddress } from '#connectors/api/json-api.ts'
import { webUrl } from '#connectors/api/web-url.ts'
import {
  type Auth,
  CallFailed,
  type ExchangeRequest,
  type Granted,
  type Http,
  type OAuth,
} from '#connectors/connector.ts'
import { ask, id, type Params, read } from '../api/graph.ts'
import type { Grant } from './grant.ts'

/**
 * The scopes without which nothing can be published. A person signs in with Threads, and the short-lived token is
 * immediately traded for one of 60 days. The API cannot revoke a consent: people revoke it in the settings of Threads,
 * and Meta then notifies us.
 */
const neededScopes = ['threads_basic', 'threads_content_publish'] as const
/** The scopes for reply controls, the state of replies, and metrics; without them everything else works. */
const wantedScopes = ['threads_manage_replies', 'threads_read_replies', 'threads_manage_insights'] as const
export const insightsScope = 'threads_manage_insights'

const oauth: OAuth<Grant> = {
  pkce: false,
  callback: { https: true, localhost: false },
  authorizeUrl(addresses, { clientId }, { redirectUrl, state, scopes }) {
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUrl,
      scope: scopes.join(','),
      response_type: 'code',
      state,
    })
    return `${requireAddress(addresses, 'auth')}/oauth/authorize?${query}`
  },
  isUnknownApp: ({ body }) => /client secret|platform app/i.test(body),
  exchange,
}

export const auth: Auth<Grant> = {
  kind: 'oauth',
  oauth,
  scopes: [...neededScopes, ...wantedScopes],
  needs: neededScopes,
  async refresh(http, grant) {
    const params = { grant_type: 'th_refresh_token', access_token: grant.token }
    return grantedBy(http, grant, await askToken(http, 'refreshToken', '/refresh_access_token', params))
  },
  whoami,
}

async function exchange(http: Http, { code, redirectUrl }: ExchangeRequest): Promise<Granted<Grant>> {
  const { app } = http
  if (app === null) throw new Error('threads has no app to exchange a code for')
  const answer = await http.send({
    name: 'token',
    method: 'POST',
    url: `${requireAddress(http.addresses, 'api')}/oauth/access_token`,
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      client_id: app.clientId,
      client_secret: app.clientSecret,
      grant_type: 'authorization_code',
      redirect_uri: redirectUrl,
      // Threads appends this to the address; it is not part of the code.
      code: code.replace(/#_$/, ''),
    }).toString(),
  })
  const brief = read(answer, shortAnswer)
  const swap = { grant_type: 'th_exchange_token', client_secret: app.clientSecret, access_token: brief.access_token }
  const long = await askToken(http, 'longToken', '/access_token', swap)
  const scopes = await scopesOf(http, long.access_token)
  return grantedBy(http, { userId: brief.user_id, token: '', scopes }, long)
}

const token = z.string().min(1).max(4_096)
const shortAnswer = z.object({ access_token: token, user_id: id })
const longAnswer = z.object({
  access_token: token,
  // The token is what matters: a malformed field beside it must not reject the answer.
  expires_in: z.coerce.number().int().min(60).max(31_536_000).optional().catch(undefined),
})

async function askToken(http: Http, name: string, path: string, params: Params) {
  const url = `${requireAddress(http.addresses, 'api')}${path}?${new URLSearchParams(params)}`
  return read(await http.send({ name, method: 'GET', url, headers: { accept: 'application/json' } }), longAnswer)
}

const usualSeconds = 5_183_944
/**
 * The share of a token's lifetime after which it counts as expired, ten days before the end of sixty: an expired token
 * cannot be renewed.
 */
const shareUsed = 5 / 6

function grantedBy(http: Http, grant: Grant, made: z.infer<typeof longAnswer>): Granted<Grant> {
  const lifeMs = (made.expires_in ?? usualSeconds) * 1_000
  return {
    grant: { ...grant, token: made.access_token },
    principal: grant.userId,
    scopes: grant.scopes,
    expiresAt: new Date(http.now.getTime() + Math.round(lifeMs * shareUsed)),
  }
}

const debugged = z.object({ data: z.object({ scopes: z.array(z.string().max(200)).max(100) }) })

/** Reads the granted scopes. If that fails, a missing scope shows at the first call that needs it. */
async function scopesOf(http: Http, accessToken: string): Promise<readonly string[]> {
  try {
    const params = { input_token: accessToken }
    const asked = { name: 'debugToken', method: 'GET', path: '/debug_token', params, token: accessToken } as const
    return read(await ask(http, asked), debugged).data.scopes
  } catch (error) {
    if (error instanceof CallFailed) return [...neededScopes, ...wantedScopes]
    throw error
  }
}

const person = z.object({
  id,
  username: z.string().min(1).max(200),
  name: z.string().max(500).nullish(),
  threads_profile_picture_url: webUrl,
  is_verified: z.boolean().nullish().catch(null),
})

async function whoami(http: Http, grant: Grant) {
  const params = { fields: 'id,username,name,threads_profile_picture_url,is_verified' }
  const asked = { name: 'getMe', method: 'GET', path: '/me', params, token: grant.token } as const
  const me = read(await ask(http, asked), person)
  return {
    remoteId: me.id,
    handle: me.username,
    displayName: me.name?.trim() || null,
    avatar: me.threads_profile_picture_url,
    followers: await followersOf(http, grant),
    facts: { isVerified: me.is_verified ?? null },
  }
}

const followers = z.object({ data: z.tuple([z.object({ total_value: z.object({ value: z.int().min(0) }) })]) })

/** Reads the number of followers, which is only shown: a failure does not fail the account. */
async function followersOf(http: Http, { token: accessToken, scopes }: Grant): Promise<number | null> {
  if (!scopes.includes(insightsScope)) return null
  try {
    const params = { metric: 'followers_count' }
    const path = '/me/threads_insights'
    const asked = { name: 'getAccountInsights', method: 'GET', path, params, token: accessToken } as const
    return read(await ask(http, asked), followers).data[0].total_value.value
  } catch (error) {
    if (error instanceof CallFailed) return null
    throw error
  }
}
