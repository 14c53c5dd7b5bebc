import { ok } from '../../../core/http/request.ts'
import { noToken } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { needs } from '../auth/callers.ts'
import type { Platform } from '../state/platform.ts'
import type { Member, Post } from '../state/records.ts'
import { invalidValue, missing, no, notAllowed, notFound } from '../wire/refusals.ts'
import { type Call, rest } from '../wire/rest.ts'
import { onlyParameters, type Query, textOf, urnOf, type Value } from '../wire/restli.ts'
import { countsOf } from './metrics.ts'

const metrics: Readonly<Record<string, (counts: ReturnType<typeof countsOf>) => number>> = {
  IMPRESSION: ({ impressions }) => impressions,
  MEMBERS_REACHED: ({ unique }) => unique,
  RESHARE: ({ shares }) => shares,
  REACTION: ({ likes }) => likes,
  COMMENT: ({ comments }) => comments,
}

const later: typeof metrics = {
  POST_SAVE: ({ saves }) => saves,
  POST_SEND: ({ sends }) => sends,
  LINK_CLICKS: ({ clicks }) => clicks,
}

const parameters = ['q', 'entity', 'queryType', 'aggregation', 'dateRange']

/** Metrics of the calling member's own posts, one per call. */
export function analyticsRoutes(platform: Platform): readonly Route[] {
  return [
    rest(platform)('GET', '/rest/memberCreatorPostAnalytics', 'getPostAnalytics', noToken, (call) => {
      const { caller, query, version } = call
      needs(caller, ['r_member_postAnalytics'], 'memberCreatorPostAnalytics.FINDER-entity')
      onlyParameters(query, parameters)
      const type = textOf(query, 'queryType') ?? missing('queryType')
      const known = version >= '202604' ? { ...metrics, ...later } : metrics
      const figure = known[type] ?? invalidValue('queryType', type)
      const posts = requestedPosts(platform, call)
      const rows = aggregated(platform, query, { posts, figure, type })
      // Before that version the name was the only field of an object.
      const metricType =
        version >= '202605'
          ? type
          : { 'com.linkedin.adsexternalapi.memberanalytics.v1.CreatorPostAnalyticsMetricTypeV1': type }
      const [post] = posts
      const targetEntity =
        textOf(query, 'q') === 'entity' && post
          ? { targetEntity: { [post.urn.startsWith('urn:li:share:') ? 'share' : 'ugc']: post.urn } }
          : {}
      const elements = rows.map((row) => ({ ...row, metricType, ...targetEntity }))
      return ok({ elements, paging: { start: 0, count: 10, links: [] } })
    }),
  ]
}

function requestedPosts(platform: Platform, { caller: { member }, query }: Call): readonly Post[] {
  const q = textOf(query, 'q')
  if (q === 'me') return (platform.ofAuthor.get(member) ?? []).filter(({ deleted }) => !deleted)
  if (q !== 'entity') return missing('q')
  return [entityOf(platform, member, query.get('entity') ?? missing('entity'))]
}

/** Reads `(share:…)` or `(ugc:…)`, where the key is the kind of the post's URN. */
function entityOf(platform: Platform, member: Member, value: Value): Post {
  const [[kind, given] = ['', ''], ...more] = typeof value === 'object' ? Object.entries(value) : []
  if ((kind !== 'share' && kind !== 'ugc') || more.length > 0) return invalidValue('entity', value)
  const { text } = urnOf(given, `entity/${kind}`, [kind === 'share' ? 'share' : 'ugcPost'])
  const post = platform.posts.get(text) ?? notFound(text)
  return post.author === member ? post : notAllowed('memberCreatorPostAnalytics.FINDER-entity')
}

const dayMs = 86_400_000

function aggregated(
  platform: Platform,
  query: Query,
  { posts, figure, type }: { posts: readonly Post[]; figure: (typeof metrics)[string]; type: string },
): readonly object[] {
  const count = posts.reduce((sum, post) => sum + figure(countsOf(platform, post)), 0)
  const aggregation = textOf(query, 'aggregation') ?? 'TOTAL'
  if (aggregation === 'TOTAL') return [{ count }]
  if (aggregation !== 'DAILY') return invalidValue('aggregation', aggregation)
  if (type === 'MEMBERS_REACHED')
    return no(400, { code: 'ILLEGAL_ARGUMENT', message: 'MEMBERS_REACHED is not supported with DAILY aggregation' })
  // The complete count is dated today: how the real network distributes it over days is not documented.
  const nowMs = platform.world.clock.ms()
  return [{ count, dateRange: { start: dateOf(nowMs), end: dateOf(nowMs + dayMs) } }]
}

function dateOf(ms: number): object {
  const day = new Date(ms)
  return { year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, day: day.getUTCDate() }
}
