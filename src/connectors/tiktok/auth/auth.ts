import { z } from 'zod'
import { answerFailure, ownFailure, requireAddress } from '#connectors/api/json-api.ts'
import type { Auth, Granted, Http, OAuth } from '#connectors/connector.ts'
import { jsonOf, read } from '../api/calls.ts'
import type { Grant } from './grant.ts'

/**
 * The scopes to request, for OAuth 2 with TikTok's own names: a client key instead of an ID, and comma-separated
 * scopes. Sign-in errors have a separate format and may have status 200.
 */
const scopes = [
  'user.info.basic',
  'user.info.profile',
  'user.info.stats',
  'video.publish',
  'video.upload',
  'video.list',
] as const

const oauth: OAuth<Grant> = {
  // TikTok supports PKCE only for desktop and mobile apps.
  pkce: false,
  callback: { https: true, localhost: false, endsAtPlatformPath: true },
  authorizeUrl(addresses, { clientId }, { redirectUrl, state, scopes: requestedScopes }) {
    const query = new URLSearchParams({
      client_key: clientId,
      response_type: 'code',
      scope: requestedScopes.join(','),
      redirect_uri: redirectUrl,
      state,
      // Without this, a signed-in user is redirected without seeing which account they use.
      disable_auto_auth: '1',
    })
    return `${requireAddress(addresses, 'auth')}/v2/auth/authorize/?${query}`
  },
  exchange: (http, { code, redirectUrl }) =>
    askToken(http, { grant_type: 'authorization_code', code, redirect_uri: redirectUrl }, null),
}

export const auth: Auth<Grant> = {
  kind: 'oauth',
  oauth,
  scopes,
  // A user may allow only posts or only drafts; `check` reports what the account cannot do.
  needs: ['user.info.basic', ['video.publish', 'video.upload']],

  async refresh(http, { refreshToken }) {
    if (refreshToken === null) throw ownFailure('invalid_grant')
    return askToken(http, { grant_type: 'refresh_token', refresh_token: refreshToken }, refreshToken)
  },

  async revoke(http, { accessToken }) {
    await postForm(http, 'revoke', '/v2/oauth/revoke/', { token: accessToken })
  },

  async whoami(http, { accessToken, scopes: had }) {
    const fields = Object.entries(fieldsOf).flatMap(([scope, names]) => (had.includes(scope) ? names : []))
    const answer = await http.send({
      name: 'getUserInfo',
      method: 'GET',
      url: `${requireAddress(http.addresses, 'api')}/v2/user/info/?${new URLSearchParams({ fields: fields.join(',') })}`,
      headers: { accept: 'application/json', authorization: `Bearer ${accessToken}` },
    })
    const { user } = read(answer, userAnswer)
    const displayName = user.display_name?.trim() || null
    return {
      remoteId: user.open_id,
      handle: user.username ?? displayName ?? user.open_id,
      displayName,
      avatar: user.avatar_large_url ?? user.avatar_url ?? null,
      followers: user.follower_count ?? null,
      following: user.following_count ?? undefined,
      posts: user.video_count ?? undefined,
      facts: {
        username: user.username ?? null,
        isVerified: user.is_verified ?? null,
        mayPost: had.includes('video.publish'),
        mayDraft: had.includes('video.upload'),
      },
    }
  },
}

/** The fields by scope. One field without its scope fails the whole request. */
const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  'user.info.basic': ['open_id', 'union_id', 'avatar_url', 'avatar_large_url', 'display_name'],
  'user.info.profile': ['username', 'is_verified', 'profile_deep_link'],
  'user.info.stats': ['follower_count', 'following_count', 'video_count'],
}

const picture = z
  .url({ protocol: /^https?$/ })
  .max(4_096)
  .nullish()
  .catch(null)
const userAnswer = z.object({
  user: z.object({
    open_id: z.string().min(1).max(200),
    display_name: z.string().max(500).nullish(),
    username: z
      .string()
      .regex(/^[\w.]{1,50}$/)
      .nullish()
      .catch(null),
    avatar_url: picture,
    avatar_large_url: picture,
    is_verified: z.boolean().nullish().catch(null),
    follower_count: z.int().min(0).nullish().catch(null),
    following_count: z.int().min(0).nullish().catch(null),
    video_count: z.int().min(0).nullish().catch(null),
  }),
})

const tokenAnswer = z.object({
  open_id: z.string().min(1).max(200),
  access_token: z.string().min(1).max(4_096),
  refresh_token: z.string().min(1).max(4_096).nullish(),
  // Only the tokens matter: a malformed field next to them must not invalidate the response.
  expires_in: z.coerce.number().int().min(1).max(31_536_000).optional().catch(undefined),
  scope: z.string().max(4_096).optional().catch(undefined),
})

/** The lifetime of a token if the response does not state one. It used to be a day and is documented as two hours. */
const usualSeconds = 7_200

async function askToken(
  http: Http,
  form: Readonly<Record<string, string>>,
  spent: string | null,
): Promise<Granted<Grant>> {
  const answer = await postForm(http, 'token', '/v2/oauth/token/', form)
  const body = jsonOf(answer.body.toString('utf8'))
  if (saysNo(body)) throw answerFailure(answer, null)
  const made = tokenAnswer.safeParse(body).data
  if (!made) throw answerFailure(answer, 'unreadable')
  const granted = made.scope?.split(/[\s,]+/).filter((one) => one !== '') ?? [...scopes]
  return {
    grant: {
      openId: made.open_id,
      accessToken: made.access_token,
      refreshToken: made.refresh_token ?? spent,
      scopes: granted,
    },
    principal: made.open_id,
    scopes: granted,
    expiresAt: new Date(http.now.getTime() + (made.expires_in ?? usualSeconds) * 1_000),
  }
}

const saysNo = (body: unknown): boolean =>
  z
    .object({
      error: z
        .string()
        .min(1)
        .refine((word) => word !== 'ok'),
    })
    .safeParse(body).success

function postForm(http: Http, name: string, path: string, form: Readonly<Record<string, string>>) {
  const { app, addresses } = http
  if (app === null) throw new Error('tiktok has no app to sign in with')
  return http.send({
    name,
    method: 'POST',
    url: `${requireAddress(addresses, 'api')}${path}`,
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_key: app.clientId, client_secret: app.clientSecret, ...form }).toString(),
  })
}
