import { z } from 'zod'
import { readAnswer } from '#connectors/api/json-api.ts'
import type { Metrics, ReadCall } from '#connectors/connector.ts'
import { ask, type CountsAnswer, countsAnswer, pathOf } from './api/calls.ts'
import { isMissing } from './api/instance.ts'
import type { Grant } from './memo.ts'

const batchMax = 20

/**
 * Reads the counters that this server has for each post; no server counts views. Several posts are read in one call if
 * the server supports it (4.3 and later). A post that is missing from the response is requested individually before it
 * counts as gone.
 */
export async function metrics(call: ReadCall<Grant>, remoteIds: readonly string[]): Promise<readonly Metrics[]> {
  const known = new Map<string, CountsAnswer>()
  for (let from = 0; remoteIds.length > 1 && from < remoteIds.length; from += batchMax) {
    const batch = await askBatch(call, remoteIds.slice(from, from + batchMax))
    if (!batch) break
    for (const counts of batch) known.set(counts.id, counts)
  }
  const all: Metrics[] = []
  for (const remoteId of remoteIds) {
    const counts = known.get(remoteId) ?? (await askOne(call, remoteId))
    all.push({ remoteId, counts: counts && countsOf(counts) })
  }
  return all
}

/** Reads several posts at once. Returns null if the server is too old. */
async function askBatch({ http, grant }: ReadCall<Grant>, ids: readonly string[]): Promise<CountsAnswer[] | null> {
  const path = `/api/v1/statuses?${ids.map((id) => `id[]=${pathOf(id)}`).join('&')}`
  try {
    const answer = await ask(http, grant, { name: 'listStatusesById', method: 'GET', path, maxBytes: 4_000_000 })
    return readAnswer(answer, z.array(countsAnswer))
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function askOne({ http, grant }: ReadCall<Grant>, id: string): Promise<CountsAnswer | null> {
  try {
    const path = `/api/v1/statuses/${pathOf(id)}`
    return readAnswer(await ask(http, grant, { name: 'getStatus', method: 'GET', path }), countsAnswer)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

const countsOf = ({ favourites_count, replies_count, reblogs_count, quotes_count }: CountsAnswer) => ({
  likes: favourites_count,
  comments: replies_count,
  shares: reblogs_count,
  ...(quotes_count === undefined ? {} : { quotes: quotes_count }),
})
