import { z } from 'zod'
import { readAnswer } from '#connectors/api/json-api.ts'
import { CallFailed, type Metrics, type ReadCall } from '#connectors/connector.ts'
import { graphErrorOf } from '#connectors/meta/graph-error.ts'
import { ask } from './api/graph.ts'
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

/** Returns null where none of the pages that may own the post knows it. */
async function countsOf(call: ReadCall<Grant>, remoteId: string): Promise<Metrics['counts']> {
  for (const token of tokensFor(call.grant, remoteId)) {
    const counts = await askCounts(call, remoteId, token)
    if (counts) return { ...counts, ...(await askViews(call, remoteId, token)) }
  }
  return null
}

/** Returns the tokens to try. The id of a post begins with that of its page; the id of a video may not. */
function tokensFor(grant: Grant, remoteId: string): readonly string[] {
  const [page = '', rest] = remoteId.split('_')
  if (rest !== undefined) return [tokenOf(grant, page)]
  return Object.values(grant.pages).map(({ token }) => token)
}

const total = z.object({ summary: z.object({ total_count: z.number().int().min(0) }) }).optional()
const counts = z.object({
  // Facebook omits the count where there are none.
  shares: z.object({ count: z.number().int().min(0) }).optional(),
  comments: total,
  reactions: total,
})

async function askCounts({ http }: ReadCall<Grant>, remoteId: string, token: string): Promise<Metrics['counts']> {
  const fields = 'shares,comments.summary(true).limit(0),reactions.summary(true).limit(0)'
  const path = `/${encodeURIComponent(remoteId)}`
  try {
    const answer = await ask(http, { name: 'getPost', method: 'GET', path, params: { fields }, token })
    const { shares, comments, reactions } = readAnswer(answer, counts)
    return {
      shares: shares?.count ?? 0,
      ...(comments ? { comments: comments.summary.total_count } : {}),
      ...(reactions ? { likes: reactions.summary.total_count } : {}),
    }
  } catch (error) {
    if (isOf(error, ({ code, subcode }) => code === 100 && subcode === 33)) return null
    throw error
  }
}

const insights = z.object({
  data: z.array(z.object({ name: z.string(), values: z.array(z.object({ value: z.unknown() })) })),
})

async function askViews({ http }: ReadCall<Grant>, remoteId: string, token: string): Promise<{ views?: number }> {
  const path = `/${encodeURIComponent(remoteId)}/insights`
  const params = { metric: 'post_media_view' }
  try {
    const answer = await ask(http, { name: 'getPostInsights', method: 'GET', path, params, token })
    const [found] = readAnswer(answer, insights).data.filter(({ name }) => name === 'post_media_view')
    const value = found?.values.at(-1)?.value
    return value === undefined ? {} : { views: sumOf(value) }
  } catch (error) {
    // The permission is missing, the metric does not exist for this kind of post, or too few people like the page.
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

const isOf = (error: unknown, is: (told: NonNullable<ReturnType<typeof graphErrorOf>>) => boolean): boolean => {
  const told = error instanceof CallFailed && error.failure.sent === 'answered' ? graphErrorOf(error.failure) : null
  return told !== null && is(told)
}
