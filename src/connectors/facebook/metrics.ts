import { z } from 'zod'
import { CallFailed, type Metrics, type ReadCall } from '#connectors/connector.ts'
import { read } from '#connectors/meta/graph-call.ts'
import { graphErrorOf } from '#connectors/meta/graph-error.ts'
import { ask, postId } from './api.ts'
import { type Grant, tokenOf } from './auth/grant.ts'

/**
 * Reads the public counters of a post and, where the person has granted it, its views. Facebook removed the old name of
 * the view metric in June 2026 in all versions. The new one returns a number, or one number for each source of views.
 */
export async function metrics(call: ReadCall<Grant>, remoteIds: readonly string[]): Promise<readonly Metrics[]> {
  const all: Metrics[] = []
  for (const remoteId of remoteIds) all.push({ remoteId, counts: await countsOf(call, remoteId) })
  return all
}

/** Returns null if none of the pages that may own the post knows it. */
async function countsOf(call: ReadCall<Grant>, remoteId: string): Promise<Metrics['counts']> {
  for (const asker of askersFor(call.grant, remoteId)) {
    const counts = await askAs(call, remoteId, asker)
    if (counts) return counts
  }
  return null
}

interface Asker {
  readonly page: string
  readonly token: string
}

/** Returns the pages to send the request as. A post's ID begins with its page's ID; a video's ID does not. */
function askersFor(grant: Grant, remoteId: string): readonly Asker[] {
  const [page = '', rest] = remoteId.split('_')
  if (rest !== undefined) return [{ page, token: tokenOf(grant, page) }]
  return Object.entries(grant.pages).map(([id, { token }]) => ({ page: id, token }))
}

/**
 * A video that Facebook published before creating its post is known by the video ID. Videos lack some counters that
 * posts have, and one unknown field fails the whole call. So the counters are read from the post if there is one by
 * now.
 */
async function askAs(call: ReadCall<Grant>, remoteId: string, asker: Asker): Promise<Metrics['counts']> {
  const counts = await askCounts(call, remoteId, asker, ofPost)
  if (counts !== 'no such field') return counts && { ...counts, ...(await askViews(call, remoteId, asker)) }
  const post = await askPostOf(call, remoteId, asker)
  const found = await (post === null
    ? askCounts(call, remoteId, asker, ofVideo)
    : askAs(call, post.includes('_') ? post : `${asker.page}_${post}`, asker))
  return found === 'no such field' ? {} : found
}

const total = z.object({ summary: z.object({ total_count: z.number().int().min(0) }) }).optional()
const shape = z.object({
  // Facebook omits the count if there are none.
  shares: z.object({ count: z.number().int().min(0) }).default({ count: 0 }),
  comments: total,
  reactions: total,
  likes: total,
})
const ofPost = ['shares', 'comments', 'reactions'] as const
const ofVideo = ['comments', 'likes'] as const

async function askCounts(
  { http }: ReadCall<Grant>,
  remoteId: string,
  { token }: Asker,
  counters: typeof ofPost | typeof ofVideo,
): Promise<Metrics['counts'] | 'no such field'> {
  const fields = counters.map((name) => (name === 'shares' ? name : `${name}.summary(true).limit(0)`)).join()
  const path = `/${encodeURIComponent(remoteId)}`
  try {
    const answer = await ask(http, { name: 'getPost', method: 'GET', path, params: { fields }, token })
    const { shares, comments, reactions, likes = reactions } = read(answer, shape)
    return {
      ...(counters === ofPost ? { shares: shares.count } : {}),
      ...(comments ? { comments: comments.summary.total_count } : {}),
      ...(likes ? { likes: likes.summary.total_count } : {}),
    }
  } catch (error) {
    if (isOf(error, ({ code, subcode }) => code === 100 && subcode === 33)) return null
    if (!remoteId.includes('_') && isOf(error, ({ code }) => code === 100)) return 'no such field'
    throw error
  }
}

const video = z.object({ post_id: postId.nullish() })

async function askPostOf({ http }: ReadCall<Grant>, videoId: string, { token }: Asker): Promise<string | null> {
  const path = `/${encodeURIComponent(videoId)}`
  const params = { fields: 'post_id' }
  return read(await ask(http, { name: 'getVideo', method: 'GET', path, params, token }), video).post_id ?? null
}

const insights = z.object({
  data: z.array(z.object({ name: z.string(), values: z.array(z.object({ value: z.unknown() })) })),
})

async function askViews(
  { http }: ReadCall<Grant>,
  remoteId: string,
  { token }: Asker,
): Promise<{ readonly views?: number }> {
  const path = `/${encodeURIComponent(remoteId)}/insights`
  const params = { metric: 'post_media_view' }
  try {
    const answer = await ask(http, { name: 'getPostInsights', method: 'GET', path, params, token })
    const [found] = read(answer, insights).data.filter(({ name }) => name === 'post_media_view')
    const value = found?.values.at(-1)?.value
    return value === undefined ? {} : { views: sumOf(value) }
  } catch (error) {
    // The permission is missing, the metric does not exist for this kind of post, or the page has too few likes.
    if (isOf(error, ({ code }) => code !== null && ([3, 10, 100, 3001].includes(code) || (code >= 200 && code < 300))))
      return {}
    throw error
  }
}

function sumOf(value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return Math.max(0, Math.round(value))
  return value !== null && typeof value === 'object'
    ? Object.values(value).reduce((sum: number, one) => sum + sumOf(one), 0)
    : 0
}

const isOf = (error: unknown, is: (graphError: NonNullable<ReturnType<typeof graphErrorOf>>) => boolean): boolean => {
  const graphError =
    error instanceof CallFailed && error.failure.sent === 'answered' ? graphErrorOf(error.failure) : null
  return graphError !== null && is(graphError)
}
