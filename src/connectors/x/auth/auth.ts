import { z } from 'zod'
import { ownFailure, readAnswer, requireAddress, sendJson } from '#connectors/api/json-api.ts'
import type { Auth, Granted, Http, OAuth } from '#connectors/connector.ts'
import { id } from '../api/calls.ts'
import type { Grant } from './grant.ts'

/**
 * The scopes to request, for OAuth 2 with PKCE. A refresh token stops working as soon as X has read it, even if the
 * response is lost. So a renewal is a single call by the holder of the lease on the grant.
 */
const scopes = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'] as const

const oauth: OAuth<Grant> = {
  pkce: true,
  // The URL must be registered byte for byte. X refuses `http://localhost`, but not `http://127.0.0.1`.
  callback: { https: false, localhost: false },
  authorizeUrl(addresses, { clientId }, { redirectUrl, state, scopes: requestedScopes, challenge }) {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUrl,
      scope: requestedScopes.join(' '),
      state,
      code_challenge: challenge ?? '',
      code_challenge_method: 'S256',
    })
    // Some of X's pages do not read a plus as a space.
    return `${requireAddress(addresses, 'auth')}/i/oauth2/authorize?${query.toString().replaceAll('+', '%20')}`
  },
  async exchange(http, { code, redirectUrl, verifier }) {
    const made = await askToken(http, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUrl,
      code_verifier: verifier ?? '',
    })
    const { id: userId } = await askMe(http, made.access_token)
    return granted(http, made, userId, null)
  },
}

export const auth: Auth<Grant> = {
  kind: 'oauth',
  oauth,
  scopes,

  async refresh(http, { userId, refreshToken }) {
    if (refreshToken === null) throw ownFailure('invalid_grant')
    const made = await askToken(http, { grant_type: 'refresh_token', refresh_token: refreshToken })
    return granted(http, made, userId, refreshToken)
  },

  async revoke(http, { accessToken, refreshToken }) {
    await postForm(http, 'revoke', '/2/oauth2/revoke', { token: refreshToken ?? accessToken })
  },

  async whoami(http, { accessToken }) {
    const me = await askMe(http, accessToken)
    const metrics = me.public_metrics
    return {
      remoteId: me.id,
      handle: me.username,
      displayName: me.name?.trim() || null,
      avatar: me.profile_image_url?.replace(/_normal(?=\.\w+$)/, '_400x400') ?? null,
      followers: metrics?.followers_count ?? null,
      following: metrics?.following_count,
      posts: metrics?.tweet_count ?? metrics?.post_count,
      facts: {
        id: me.id,
        username: me.username,
        subscriptionType: me.subscription_type ?? null,
        verifiedType: me.verified_type ?? null,
      },
    }
  },
}

const tokenAnswer = z.object({
  access_token: z.string().min(1).max(4_096),
  refresh_token: z.string().min(1).max(4_096).nullish(),
  // Only the tokens matter: a malformed field next to them must not invalidate the response.
  expires_in: z.coerce.number().int().min(1).max(31_536_000).optional().catch(undefined),
  scope: z.string().max(4_096).optional().catch(undefined),
})
type TokenAnswer = z.output<typeof tokenAnswer>

function granted({ now }: Http, made: TokenAnswer, userId: string, spent: string | null): Granted<Grant> {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds, scope } = made
  return {
    // A renewal without a new refresh token keeps the old one, which may still work.
    grant: { userId, accessToken, refreshToken: refreshToken ?? spent },
    principal: userId,
    scopes: scope?.split(/\s+/).filter((one) => one !== '') ?? [...scopes],
    expiresAt: new Date(now.getTime() + (seconds ?? usualSeconds) * 1_000),
  }
}

const usualSeconds = 7_200

const askToken = async (http: Http, form: Readonly<Record<string, string>>): Promise<TokenAnswer> =>
  readAnswer(await postForm(http, 'token', '/2/oauth2/token', form), tokenAnswer)

function postForm(http: Http, name: string, path: string, form: Readonly<Record<string, string>>) {
  const { app, addresses } = http
  if (app === null) throw new Error('x has no app to sign in with')
  const pair = [app.clientId, app.clientSecret].map(encodeURIComponent).join(':')
  return http.send({
    name,
    method: 'POST',
    url: `${requireAddress(addresses, 'api')}${path}`,
    headers: {
      accept: 'application/json',
      authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(form).toString(),
  })
}

const count = z.number().int().min(0)
const word = z.string().max(100).nullish().catch(null)
const userAnswer = z.object({
  data: z.object({
    id,
    username: z.string().regex(/^\w{1,50}$/),
    name: z.string().max(500).nullish(),
    profile_image_url: z
      .url({ protocol: /^https?$/ })
      .max(2_048)
      .nullish()
      .catch(null),
    public_metrics: z
      .object({
        followers_count: count,
        following_count: count.optional(),
        /** The old name, followed by the one in the newer specification. */
        tweet_count: count.optional(),
        post_count: count.optional(),
      })
      .nullish()
      .catch(null),
    subscription_type: word,
    verified_type: word,
  }),
})

const userFields = 'id,name,username,profile_image_url,public_metrics,verified,verified_type,subscription_type'

async function askMe(http: Http, token: string) {
  const path = `/2/users/me?user.fields=${userFields}`
  return readAnswer(await sendJson(http, { name: 'getMe', method: 'GET', path, token }), userAnswer).data
}
