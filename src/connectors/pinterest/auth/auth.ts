import { z } from 'zod'
import { ownFailure, readAnswer, requireAddress, sendJson } from '#connectors/api/json-api.ts'
import type { Auth, Granted, Http, OAuth } from '#connectors/connector.ts'
import { id } from '../api/calls.ts'
import type { Grant } from './grant.ts'

/**
 * The scopes to request, for OAuth 2 with Basic authentication of the app. Each renewal returns a new refresh token for
 * 60 days, and the old one counts as used up. An operator adds the scopes for secret boards with a setting.
 */
const scopes = ['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read'] as const

const oauth: OAuth<Grant> = {
  pkce: false,
  callback: { https: false, localhost: true },
  authorizeUrl(addresses, { clientId }, { redirectUrl, state, scopes: requestedScopes }) {
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUrl,
      response_type: 'code',
      scope: requestedScopes.join(','),
      state,
    })
    return `${requireAddress(addresses, 'auth')}/oauth/?${query}`
  },
  isUnknownApp: ({ status }) => status === 401,
  async exchange(http, { code, redirectUrl }) {
    const made = await askToken(http, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUrl,
      // Apps from before September 2025 can renew for only a year unless they request this.
      continuous_refresh: 'true',
    })
    const { id: userId } = await askAccount(http, made.access_token)
    return granted(http, made, userId, null)
  },
}

export const auth: Auth<Grant> = {
  kind: 'oauth',
  oauth,
  scopes,
  needs: scopes,

  async refresh(http, { userId, refreshToken }) {
    if (refreshToken === null) throw ownFailure(noRefreshToken)
    const made = await askToken(http, { grant_type: 'refresh_token', refresh_token: refreshToken })
    return granted(http, made, userId, refreshToken)
  },

  async whoami(http, { accessToken }) {
    const me = await askAccount(http, accessToken)
    return {
      remoteId: me.id,
      handle: me.username,
      displayName: me.business_name?.trim() || null,
      avatar: me.profile_image ?? null,
      followers: me.follower_count ?? null,
      following: me.following_count ?? undefined,
      posts: me.pin_count ?? undefined,
      facts: { accountType: me.account_type ?? null },
    }
  },
}

const tokenAnswer = z.object({
  access_token: z.string().min(1).max(8_192),
  refresh_token: z.string().min(1).max(8_192).nullish(),
  // Only the tokens matter: a malformed field next to them must not invalidate the response.
  expires_in: z.coerce.number().int().min(1).max(31_536_000).optional().catch(undefined),
  scope: z.string().max(4_096).optional().catch(undefined),
})
type TokenAnswer = z.output<typeof tokenAnswer>

const usualSeconds = 2_592_000

function granted({ now }: Http, made: TokenAnswer, userId: string, spent: string | null): Granted<Grant> {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds, scope } = made
  return {
    // A renewal without a new refresh token keeps the old one.
    grant: { userId, accessToken, refreshToken: refreshToken ?? spent },
    principal: userId,
    // Pinterest receives scopes with commas and returns them with spaces.
    scopes: scope?.split(/[\s,]+/).filter((one) => one !== '') ?? [...scopes],
    expiresAt: new Date(now.getTime() + (seconds ?? usualSeconds) * 1_000),
  }
}

async function askToken(http: Http, form: Readonly<Record<string, string>>): Promise<TokenAnswer> {
  const { app, addresses } = http
  if (app === null) throw new Error('pinterest has no app to sign in with')
  const answer = await http.send({
    name: 'token',
    method: 'POST',
    url: `${requireAddress(addresses, 'api')}/oauth/token`,
    headers: {
      accept: 'application/json',
      authorization: `Basic ${Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(form).toString(),
  })
  return readAnswer(answer, tokenAnswer)
}

const account = z.object({
  id,
  username: z.string().min(1).max(100),
  business_name: z.string().max(500).nullish().catch(null),
  profile_image: z
    .url({ protocol: /^https?$/ })
    .max(2_048)
    .nullish()
    .catch(null),
  account_type: z.string().max(40).nullish().catch(null),
  follower_count: z.number().int().min(0).nullish().catch(null),
  following_count: z.number().int().min(0).nullish().catch(null),
  pin_count: z.number().int().min(0).nullish().catch(null),
})

async function askAccount(http: Http, token: string) {
  return readAnswer(
    await sendJson(http, { name: 'getUserAccount', method: 'GET', path: '/user_account', token }),
    account,
  )
}

/** A failure code of this connector. */
export const noRefreshToken = 'no_refresh_token'
