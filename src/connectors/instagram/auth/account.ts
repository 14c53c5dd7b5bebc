import { z } from 'zod'
import { webUrl } from '#connectors/api/web-url.ts'
import { CallFailed, type Http, type RemoteAccount } from '#connectors/connector.ts'
import { id, read } from '#connectors/meta/graph-call.ts'
import { ask } from '../api.ts'
import { type Caller, callerOf, type Grant } from './grant.ts'

const count = z.int().min(0).nullish().catch(null)
/** A professional account as described in the responses of both login methods. */
export const account = z.object({
  id,
  username: z.string().min(1).max(200),
  name: z.string().max(500).nullish(),
  profile_picture_url: webUrl,
  followers_count: count,
  follows_count: count,
  media_count: count,
})
export const accountFields = 'id,username,name,profile_picture_url,followers_count,follows_count,media_count'

/** Account as Instagram Login returns it: `id` is app-scoped, and `user_id` is the account's ID, which the paths use. */
const meAlone = account.extend({ user_id: id, account_type: z.string().max(100).nullish().catch(null) })
/** Meta's guide shows a list with one account; in practice the response is the account itself. */
const me = z.union([meAlone, z.object({ data: z.tuple([meAlone]) }).transform(({ data }) => data[0])])

/** Returns the account of an Instagram login with its app-scoped ID. */
export async function readMe(http: Http, caller: Caller) {
  const params = { fields: `user_id,account_type,${accountFields}` }
  const request = { name: 'getMe', method: 'GET', path: '/me', params } as const
  const { id: appScopedId, user_id: remoteId, ...rest } = read(await ask(http, caller, request), me)
  return { ...rest, id: remoteId, appScopedId }
}

/** Reads an account from Instagram, with the number of posts that it may publish per day. */
export async function readAccount(http: Http, grant: Grant, accountId: string): Promise<RemoteAccount> {
  const caller = callerOf(grant, accountId)
  const found = grant.way === 'instagram' ? await readMe(http, caller) : await readLinked(http, caller, accountId)
  return remoteAccountOf(found, await limitOrNothing(http, caller, accountId))
}

async function readLinked(http: Http, caller: Caller, accountId: string) {
  const params = { fields: accountFields }
  const path = `/${encodeURIComponent(accountId)}`
  return read(await ask(http, caller, { name: 'getAccount', method: 'GET', path, params }), account)
}

/** The number only tells us the limit in advance. Without it, the documented number applies. */
async function limitOrNothing(http: Http, caller: Caller, accountId: string) {
  try {
    return await readPublishingLimit(http, caller, accountId)
  } catch (error) {
    if (error instanceof CallFailed) return null
    throw error
  }
}

type Account = z.output<typeof account> & { readonly account_type?: string | null | undefined }
type PublishingLimit = Awaited<ReturnType<typeof readPublishingLimit>>

export function remoteAccountOf(found: Account, limit: PublishingLimit | null = null): RemoteAccount {
  const { id: remoteId, username, name, profile_picture_url, followers_count, follows_count, media_count } = found
  return {
    remoteId,
    handle: username,
    displayName: name?.trim() || null,
    avatar: profile_picture_url,
    followers: followers_count ?? null,
    following: follows_count ?? undefined,
    posts: media_count ?? undefined,
    facts: {
      ...(found.account_type ? { accountType: found.account_type } : {}),
      ...(limit ? { postsMax: limit.total, postsPerMs: limit.perMs } : {}),
    },
  }
}

/**
 * The number of posts that an account may publish through the API in a period. Meta documents both 50 and 100, so only
 * its response for the account counts. The number used includes other apps' posts.
 */
const answer = z.object({
  data: z.tuple([
    z.object({
      quota_usage: z.int().min(0),
      config: z.object({ quota_total: z.int().min(1), quota_duration: z.int().min(60).max(2_678_400) }),
    }),
  ]),
})

export async function readPublishingLimit(http: Http, caller: Caller, accountId: string) {
  const params = { fields: 'quota_usage,config' }
  const path = `/${encodeURIComponent(accountId)}/content_publishing_limit`
  const request = { name: 'getPublishingLimit', method: 'GET', path, params } as const
  const { data } = read(await ask(http, caller, request), answer)
  const [{ quota_usage: used, config }] = data
  return { used, total: config.quota_total, perMs: config.quota_duration * 1_000 }
}
