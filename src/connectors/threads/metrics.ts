import { z } from 'zod'
import type { Metrics, ReadCall } from '#connectors/connector.ts'
import { read } from '#connectors/meta/graph-call.ts'
import { ask, isUnknown } from './api.ts'
import { insightsScope } from './auth/auth.ts'
import type { Grant } from './auth/grant.ts'

/** Reads the counters of posts, with the permission for insights. `shares` is the sum of reposts and shares. */
export async function metrics(call: ReadCall<Grant>, remoteIds: readonly string[]): Promise<readonly Metrics[]> {
  if (!call.grant.scopes.includes(insightsScope)) return []
  const all: Metrics[] = []
  for (const remoteId of remoteIds) all.push({ remoteId, counts: await countsOf(call, remoteId) })
  return all
}

const count = z.int().min(0)
const insights = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      values: z
        .array(z.object({ value: count }))
        .optional()
        .catch(undefined),
      total_value: z.object({ value: count }).optional().catch(undefined),
    }),
  ),
})

async function countsOf({ http, grant }: ReadCall<Grant>, remoteId: string): Promise<Metrics['counts']> {
  try {
    const params = { metric: 'views,likes,replies,reposts,quotes,shares' }
    const path = `/${encodeURIComponent(remoteId)}/insights`
    const request = { name: 'getInsights', method: 'GET', path, params, token: grant.token } as const
    const { data } = read(await ask(http, request), insights)
    const reported = new Map(
      data.map(({ name, values, total_value: total }) => [name, total?.value ?? values?.at(-1)?.value]),
    )
    const numbers = [
      ['views', reported.get('views')],
      ['likes', reported.get('likes')],
      ['comments', reported.get('replies')],
      ['quotes', reported.get('quotes')],
      ['shares', sumOf(reported.get('reposts'), reported.get('shares'))],
    ] as const
    return Object.fromEntries(numbers.filter(([, value]) => value !== undefined))
  } catch (error) {
    if (isUnknown(error)) return null
    throw error
  }
}

const sumOf = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0)
