import { z } from 'zod'
import { readAnswer, sendJson } from '#connectors/api/json-api.ts'
import { codeGrant } from '#connectors/api/oauth2.ts'
import type { Auth, Http } from '#connectors/connector.ts'
import { id } from '../api.ts'
import type { Grant } from './grant.ts'

/** A failure code of this connector. */
export const noRefreshToken = 'no_refresh_token'

/** An operator adds the scopes for secret boards with a setting. */
const scopes = ['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read'] as const

/** Each renewal returns a new refresh token for 60 days, and the old one counts as used up. */
const grants = codeGrant<Grant>({
  network: 'pinterest',
  scopes,
  pkce: false,
  callback: { https: false, localhost: true },
  isUnknownApp: ({ status }) => status === 401,
  page: { path: '/oauth/', separator: ',' },
  token: { at: 'api', path: '/oauth/token', client: 'basic' },
  // Apps from before September 2025 can renew for only a year unless they request this.
  exchange: { continuous_refresh: 'true' },
  usualSeconds: 2_592_000,
  longestToken: 8_192,
  noRefreshToken,
  principal: async (http, made, before) => before?.userId ?? (await askAccount(http, made.accessToken)).id,
  grant: (userId, tokens) => ({ userId, ...tokens }),
})

export const auth: Auth<Grant> = {
  ...grants,
  needs: scopes,

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
