import { z } from 'zod'
import { requireAddress } from '#connectors/api/json-api.ts'
import { authorizeUrl, requireApp } from '#connectors/api/oauth2.ts'
import { webUrl } from '#connectors/api/web-url.ts'
import {
  type Auth,
  CallFailed,
  type ExchangeRequest,
  type Granted,
  type Http,
  type OAuth,
} from '#connectors/connector.ts'
import { id, type Params, read } from '#connectors/meta/graph-call.ts'
import { askLongToken, exchangeCode, token } from '#connectors/meta/long-token.ts'
import { ask } from '../api.ts'
import type { Grant } from './grant.ts'

/**
 * The scopes that publishing requires. The API cannot revoke access: people revoke it in Threads' settings, and Meta
 * then notifies us.
 */
const neededScopes = ['threads_basic', 'threads_content_publish'] as const
/** The scopes for reply controls, the state of replies, and metrics; everything else works without them. */
const wantedScopes = ['threads_manage_replies', 'threads_read_replies', 'threads_manage_insights'] as const
export const insightsScope = 'threads_manage_insights'

const oauth: OAuth<Grant> = {
  pkce: false,
  callback: { https: true, localhost: false },
  authorizeUrl: (addresses, app, request) =>
    authorizeUrl(requireAddress(addresses, 'auth'), { path: '/oauth/authorize', separator: ',' }, app, request),
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
    return grantedBy(grant, await askToken(http, 'refreshToken', '/refresh_access_token', params))
  },
  whoami,
}

async function exchange(http: Http, given: ExchangeRequest): Promise<Granted<Grant>> {
  const url = `${requireAddress(http.addresses, 'api')}/oauth/access_token`
  const brief = read(await exchangeCode(http, { name: 'token', url }, given), shortAnswer)
  const { clientSecret } = requireApp(http, 'threads')
  const swap = { grant_type: 'th_exchange_token', client_secret: clientSecret, access_token: brief.access_token }
  const long = await askToken(http, 'longToken', '/access_token', swap)
  const scopes = await scopesOf(http, long.token)
  return grantedBy({ userId: brief.user_id, token: '', scopes }, long)
}

const shortAnswer = z.object({ access_token: token, user_id: id })
const usualSeconds = 5_183_944

const askToken = (http: Http, name: string, path: string, params: Params) =>
  askLongToken(http, { name, url: `${requireAddress(http.addresses, 'api')}${path}`, params, usualSeconds })

const grantedBy = (grant: Grant, { token, expiresAt }: Awaited<ReturnType<typeof askToken>>): Granted<Grant> => ({
  grant: { ...grant, token },
  principal: grant.userId,
  scopes: grant.scopes,
  expiresAt,
})

const debugged = z.object({ data: z.object({ scopes: z.array(z.string().max(200)).max(100) }) })

/** Reads the granted scopes. If that fails, the first call that needs a missing scope reports it. */
async function scopesOf(http: Http, accessToken: string): Promise<readonly string[]> {
  try {
    const params = { input_token: accessToken }
    const request = { name: 'debugToken', method: 'GET', path: '/debug_token', params, token: accessToken } as const
    return read(await ask(http, request), debugged).data.scopes
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
  const request = { name: 'getMe', method: 'GET', path: '/me', params, token: grant.token } as const
  const me = read(await ask(http, request), person)
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

/** Reads the number of followers, which is only displayed: a failure does not fail the account. */
async function followersOf(http: Http, { token: accessToken, scopes }: Grant): Promise<number | null> {
  if (!scopes.includes(insightsScope)) return null
  try {
    const params = { metric: 'followers_count' }
    const path = '/me/threads_insights'
    const request = { name: 'getAccountInsights', method: 'GET', path, params, token: accessToken } as const
    return read(await ask(http, request), followers).data[0].total_value.value
  } catch (error) {
    if (error instanceof CallFailed) return null
    throw error
  }
}
