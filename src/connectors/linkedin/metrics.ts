import { z } from 'zod'
import { readAnswer } from '#connectors/api/json-api.ts'
import type { Metrics, ReadCall } from '#connectors/connector.ts'
import { ask, isStatus, urn, word } from './api.ts'
import { type Grant, isOrganization } from './auth/grant.ts'

/**
 * Reads the counters of posts. LinkedIn returns a page's counts to its administrators, and a member's counts only with
 * the member's permission and one number per call. The author is read from the post itself, which LinkedIn does not
 * show if a member wrote it. Posts whose counts LinkedIn does not return are left out.
 */
export async function metrics(call: ReadCall<Grant>, remoteIds: readonly string[]): Promise<readonly Metrics[]> {
  const all: Metrics[] = []
  for (const remoteId of remoteIds) {
    const author = await authorOf(call, remoteId)
    if (author === 'gone') all.push({ remoteId, counts: null })
    else if (author !== null && isOrganization(author)) {
      const counts = await countsOfPage(call, author, remoteId)
      if (counts !== null) all.push({ remoteId, counts })
    } else if (call.grant.scopes.includes('r_member_postAnalytics'))
      all.push({ remoteId, counts: await countsOfMember(call, remoteId) })
  }
  return all
}

type Counts = NonNullable<Metrics['counts']>

const seen = z.object({ author: urn })

/** Returns the author, or null if LinkedIn does not show us the post. */
async function authorOf({ http, grant }: ReadCall<Grant>, post: string): Promise<string | 'gone' | null> {
  try {
    const request = {
      name: 'getPost',
      method: 'GET',
      path: `/rest/posts/${word(post)}`,
      token: grant.accessToken,
    } as const
    return readAnswer(await ask(http, request), seen).author
  } catch (error) {
    if (isStatus(error, 404)) return 'gone'
    if (isStatus(error, 403)) return null
    throw error
  }
}

const count = z.number().int().min(0).optional().catch(undefined)
const statistics = z.object({
  elements: z.array(
    z.object({
      totalShareStatistics: z.object({
        impressionCount: count,
        uniqueImpressionsCount: count,
        likeCount: count,
        commentCount: count,
        shareCount: count,
      }),
    }),
  ),
})

/**
 * Reads the counts of a page's post. LinkedIn may omit a post without activity. Returns null if the member is not an
 * administrator of the page; other roles may post, too.
 */
async function countsOfPage(call: ReadCall<Grant>, author: string, post: string): Promise<Counts | null> {
  try {
    return await askStatistics(call, author, post)
  } catch (error) {
    if (isStatus(error, 403)) return null
    throw error
  }
}

async function askStatistics({ http, grant }: ReadCall<Grant>, author: string, post: string): Promise<Counts> {
  const list = post.startsWith('urn:li:ugcPost:') ? 'ugcPosts' : 'shares'
  const query = `q=organizationalEntity&organizationalEntity=${word(author)}&${list}=List(${word(post)})`
  const path = `/rest/organizationalEntityShareStatistics?${query}`
  const request = {
    name: 'getShareStatistics',
    method: 'GET',
    path,
    token: grant.accessToken,
    restli: 'FINDER',
  } as const
  const [found] = readAnswer(await ask(http, request), statistics).elements
  const seen = found?.totalShareStatistics ?? {}
  const { impressionCount = 0, uniqueImpressionsCount = 0, likeCount = 0, commentCount = 0, shareCount = 0 } = seen
  return {
    impressions: impressionCount,
    reach: uniqueImpressionsCount,
    likes: likeCount,
    comments: commentCount,
    shares: shareCount,
  }
}

const analytics = z.object({ elements: z.array(z.object({ count: z.number().int().min(0) })) })
const kinds = { impressions: 'IMPRESSION', likes: 'REACTION', comments: 'COMMENT', shares: 'RESHARE' } as const

/** Reads the counts of a member's post. Returns null if LinkedIn does not know the post. */
async function countsOfMember({ http, grant }: ReadCall<Grant>, post: string): Promise<Counts | null> {
  const entity = `(${post.startsWith('urn:li:ugcPost:') ? 'ugc' : 'share'}:${word(post)})`
  const counts: [string, number][] = []
  for (const [name, kind] of Object.entries(kinds)) {
    const path = `/rest/memberCreatorPostAnalytics?q=entity&entity=${entity}&queryType=${kind}&aggregation=TOTAL`
    const request = {
      name: 'getPostAnalytics',
      method: 'GET',
      path,
      token: grant.accessToken,
      restli: 'FINDER',
    } as const
    try {
      const [found] = readAnswer(await ask(http, request), analytics).elements
      counts.push([name, found?.count ?? 0])
    } catch (error) {
      if (isStatus(error, 404)) return null
      throw error
    }
  }
  return Object.fromEntries(counts)
}
