import { z } from 'zod'
import { readAnswer, sendJson } from '#connectors/api/json-api.ts'
import { codeGrant } from '#connectors/api/oauth2.ts'
import type { Auth, Http } from '#connectors/connector.ts'
import { id } from '../api.ts'
import type { Grant } from './grant.ts'

/**
 * A refresh token stops working as soon as X has read it, even if the response is lost. So a renewal is a single call by
 * the holder of the lease on the grant.
 */
const grants = codeGrant<Grant>({
  network: 'x',
  scopes: ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'],
  pkce: true,
  // The URL must be registered byte for byte. X refuses `http://localhost`, but not `http://127.0.0.1`.
  callback: { https: false, localhost: false },
  page: { path: '/i/oauth2/authorize', separator: ' ', plusIsNoSpace: true },
  token: { at: 'api', path: '/2/oauth2/token', client: 'encoded basic' },
  revoke: { path: '/2/oauth2/revoke', by: 'refresh' },
  usualSeconds: 7_200,
  principal: async (http, made, before) => before?.userId ?? (await askMe(http, made.accessToken)).id,
  grant: (userId, tokens) => ({ userId, ...tokens }),
})

export const auth: Auth<Grant> = {
  ...grants,

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
