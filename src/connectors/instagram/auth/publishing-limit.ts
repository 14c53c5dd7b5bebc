import { z } from 'zod'
import type { Http } from '#connectors/connector.ts'
import { read } from '#connectors/meta/graph-call.ts'
import { ask } from '../api/graph.ts'
import type { Caller } from './grant.ts'

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
