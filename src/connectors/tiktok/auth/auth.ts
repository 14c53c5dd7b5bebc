import { z } from 'zod'
import { requireAddress } from '#connectors/api/json-api.ts'
import { codeGrant } from '#connectors/api/oauth2.ts'
import type { Answer, Auth } from '#connectors/connector.ts'
import { jsonOf, read } from '../api.ts'
import type { Grant } from './grant.ts'

/** TikTok names a client key instead of an ID. Sign-in errors have a separate format and may have status 200. */
const grants = codeGrant<Grant>({
  network: 'tiktok',
  scopes: ['user.info.basic', 'user.info.profile', 'user.info.stats', 'video.publish', 'video.upload', 'video.list'],
  // TikTok supports PKCE only for desktop and mobile apps.
  pkce: false,
  callback: { https: true, localhost: false, endsAtPlatformPath: true },
  page: {
    path: '/v2/auth/authorize/',
    separator: ',',
    client: 'client_key',
    // Without this, a signed-in user is redirected without seeing which account they use.
    more: { disable_auto_auth: '1' },
  },
  token: { at: 'api', path: '/v2/oauth/token/', client: ['client_key', 'client_secret'] },
  revoke: { path: '/v2/oauth/revoke/', by: 'access' },
  // The lifetime used to be a day and is documented as two hours.
  usualSeconds: 7_200,
  namesPerson: true,
  isError,
  principal: (_http, { openId }) => openId,
  grant: (openId, tokens, scopes) => ({ openId, ...tokens, scopes }),
})

export const auth: Auth<Grant> = {
  ...grants,
  // A user may allow only posts or only drafts; `check` reports what the account cannot do.
  needs: ['user.info.basic', ['video.publish', 'video.upload']],

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

/** The fields by scope. A single field without its scope fails the whole request. */
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

const tokenError = z.object({
  error: z
    .string()
    .min(1)
    .refine((word) => word !== 'ok'),
})

function isError({ body }: Answer): boolean {
  return tokenError.safeParse(jsonOf(body.toString('utf8'))).success
}
