import { z } from 'zod'
import { answerFailure, readAnswer, sendJson } from '#connectors/api/json-api.ts'
import type { Metrics, ReadCall } from '#connectors/connector.ts'
import { id } from './api.ts'
import type { Grant } from './auth/grant.ts'

const batchMax = 100

/** A failure code of this connector: X returns the posts but no counters, as if it had renamed the field. */
export const noCounters = 'no_counters'

const count = z.number().int().min(0).optional()
const postsAnswer = z.object({
  data: z
    .array(
      z.object({
        id,
        public_metrics: z
          .object({
            like_count: count,
            reply_count: count,
            /** The old name, followed by the one in the newer specification. */
            retweet_count: count,
            repost_count: count,
            quote_count: count,
            bookmark_count: count,
            impression_count: count,
          })
          .optional(),
      }),
    )
    .optional(),
  /** Missing posts, which X reports as errors next to the others. */
  errors: z
    .array(z.object({ resource_id: z.string().optional(), value: z.string().optional(), type: z.string().optional() }))
    .optional(),
})
type Counted = NonNullable<z.output<typeof postsAnswer>['data']>[number]

/** Reads the counters. A post that X does not show at the moment is left out; only one that X cannot find is gone. */
export async function metrics(
  { http, grant: { accessToken: token } }: ReadCall<Grant>,
  remoteIds: readonly string[],
): Promise<readonly Metrics[]> {
  const all: Metrics[] = []
  for (let from = 0; from < remoteIds.length; from += batchMax) {
    const ids = remoteIds.slice(from, from + batchMax)
    const path = `/2/tweets?${new URLSearchParams({ ids: ids.join(','), 'tweet.fields': 'public_metrics' })}`
    const answer = await sendJson(http, { name: 'getPosts', method: 'GET', path, token })
    const { data = [], errors = [] } = readAnswer(answer, postsAnswer)
    if (data.length > 0 && data.every(({ public_metrics }) => !public_metrics)) throw answerFailure(answer, noCounters)
    const known = new Map(data.map((post) => [post.id, post]))
    for (const remoteId of ids) {
      const post = known.get(remoteId)
      const trouble = errors.find(({ resource_id: of, value }) => (of ?? value) === remoteId)
      if (post) all.push({ remoteId, counts: countsOf(post) })
      else if (!trouble || trouble.type?.endsWith('/resource-not-found')) all.push({ remoteId, counts: null })
    }
  }
  return all
}

function countsOf({ public_metrics: seen = {} }: Counted): NonNullable<Metrics['counts']> {
  const counts = {
    likes: seen.like_count,
    comments: seen.reply_count,
    shares: seen.retweet_count ?? seen.repost_count,
    quotes: seen.quote_count,
    saves: seen.bookmark_count,
    // X shows its impressions to people as views.
    views: seen.impression_count,
    impressions: seen.impression_count,
  }
  return Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== undefined))
}
