import { z } from 'zod'
import type { Metrics, ReadCall } from '#connectors/connector.ts'
import { read, videoId } from './api.ts'
import type { Grant } from './auth/grant.ts'

const batchMax = 50

/** YouTube returns counts as text and omits hidden ones. */
const count = z.coerce.number().int().min(0).optional().catch(undefined)
const answer = z.object({
  items: z
    .array(
      z.object({
        id: videoId,
        statistics: z.object({ viewCount: count, likeCount: count, commentCount: count }).nullish(),
      }),
    )
    .nullish(),
})

export async function metrics(call: ReadCall<Grant>, remoteIds: readonly string[]): Promise<readonly Metrics[]> {
  const all: Metrics[] = []
  for (let from = 0; from < remoteIds.length; from += batchMax) {
    const ids = remoteIds.slice(from, from + batchMax)
    const { items } = await read(call, 'getStatistics', 'videos', { part: 'statistics', id: ids.join(',') }, answer)
    const known = new Map((items ?? []).map(({ id, statistics }) => [id, statistics]))
    for (const remoteId of ids) all.push({ remoteId, counts: countsOf(known, remoteId) })
  }
  return all
}

type Known = ReadonlyMap<string, NonNullable<z.output<typeof answer>['items']>[number]['statistics']>

function countsOf(known: Known, remoteId: string): Metrics['counts'] {
  if (!known.has(remoteId)) return null
  const { viewCount, likeCount, commentCount } = known.get(remoteId) ?? {}
  const counts = { views: viewCount, likes: likeCount, comments: commentCount }
  return Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== undefined))
}
