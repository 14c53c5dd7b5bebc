import { z } from 'zod'
import { CallFailed, type Metrics, type ReadCall } from '#connectors/connector.ts'
import { read } from '#connectors/meta/graph-call.ts'
import { type GraphError, graphErrorOf } from '#connectors/meta/graph-error.ts'
import { ask, isUnknown } from './api.ts'
import { type Caller, callerOf, type Grant } from './auth/grant.ts'
import { insightsScopes } from './auth/scopes.ts'

/**
 * Reads the counters of posts. Likes and comments are fields of a post; the rest are insights, which need a permission.
 * One metric that a kind of post does not have fails the whole request, so each kind requests only its own metrics.
 */
export async function metrics(call: ReadCall<Grant>, remoteIds: readonly string[]): Promise<readonly Metrics[]> {
  const all: Metrics[] = []
  for (const remoteId of remoteIds) all.push({ remoteId, counts: await countsOf(call, remoteId) })
  return all
}

/** Returns null if none of the grant's accounts knows the post. */
async function countsOf(call: ReadCall<Grant>, remoteId: string): Promise<Metrics['counts']> {
  for (const caller of callersOf(call.grant)) {
    const media = await readMedia(call, caller, remoteId)
    if (media === null) continue
    const { like_count: likes, comments_count: comments, media_product_type: kind } = media
    return {
      ...(typeof likes === 'number' ? { likes } : {}),
      ...(typeof comments === 'number' ? { comments } : {}),
      ...(hasInsights(call.grant) ? await readInsights(call, caller, remoteId, kind === 'STORY') : {}),
    }
  }
  return null
}

const callersOf = (grant: Grant): readonly Caller[] =>
  grant.way === 'instagram'
    ? [callerOf(grant, grant.userId)]
    : Object.keys(grant.accounts).map((accountId) => callerOf(grant, accountId))

const hasInsights = ({ scopes }: Grant): boolean => insightsScopes.some((scope) => scopes.includes(scope))

const count = z.int().min(0)
const media = z.object({
  media_product_type: z.string().nullish(),
  // Missing if the owner hides the likes.
  like_count: count.nullish().catch(null),
  comments_count: count.nullish().catch(null),
})

async function readMedia({ http }: ReadCall<Grant>, caller: Caller, remoteId: string) {
  try {
    const params = { fields: 'id,media_product_type,like_count,comments_count' }
    const path = `/${encodeURIComponent(remoteId)}`
    return read(await ask(http, caller, { name: 'getMedia', method: 'GET', path, params }), media)
  } catch (error) {
    if (isUnknown(error)) return null
    throw error
  }
}

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

const namesOf = { views: 'views', reach: 'reach', saved: 'saves', shares: 'shares', replies: 'comments' } as const

async function readInsights({ http }: ReadCall<Grant>, caller: Caller, remoteId: string, isStory: boolean) {
  try {
    const params = { metric: isStory ? 'views,reach,replies,shares' : 'views,reach,saved,shares' }
    const path = `/${encodeURIComponent(remoteId)}/insights`
    const { data } = read(await ask(http, caller, { name: 'getInsights', method: 'GET', path, params }), insights)
    return Object.fromEntries(
      data.flatMap(({ name, values, total_value: total }) => {
        const value = total?.value ?? values?.at(-1)?.value
        return Object.hasOwn(namesOf, name) && value !== undefined
          ? [[namesOf[name as keyof typeof namesOf], value] as const]
          : []
      }),
    )
  } catch (error) {
    // Too few people have seen a story, its day is over, or the permission is missing. The fields above are still
    // returned.
    if (isOf(error, ({ code }) => code !== null && (code === 10 || code === 100 || (code >= 200 && code < 300))))
      return {}
    throw error
  }
}

function isOf(error: unknown, is: (graphError: GraphError) => boolean): boolean {
  const graphError =
    error instanceof CallFailed && error.failure.sent === 'answered' ? graphErrorOf(error.failure) : null
  return graphError !== null && is(graphError)
}
