import { ok } from '../../../core/http/request.ts'
import { noToken } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { checkReads, readable } from '../auth/callers.ts'
import { postAt } from '../posts/posts.ts'
import type { Platform } from '../state/platform.ts'
import type { Organization, Post } from '../state/records.ts'
import { missing, no, unpermitted } from '../wire/refusals.ts'
import { type Call, rest } from '../wire/rest.ts'
import { onlyParameters, type Query, textOf, urnOf, type Value } from '../wire/restli.ts'
import { countsOf, followersOf } from './metrics.ts'

/** Metrics of organizations and of their posts, only for administrators. */
export function statisticsRoutes(platform: Platform): readonly Route[] {
  const versioned = rest(platform)
  return [
    versioned('GET', '/rest/organizationalEntityShareStatistics', 'getShareStatistics', noToken, (call) => {
      const organization = administered(platform, call, 'organizationalEntityShareStatistics')
      return ok({ elements: shareRows(platform, organization, call.query), paging })
    }),
    versioned('GET', '/rest/organizationalEntityFollowerStatistics', 'getFollowerStatistics', noToken, (call) => {
      const organization = administered(platform, call, 'organizationalEntityFollowerStatistics')
      onlyParameters(call.query, ['q', 'organizationalEntity', 'timeIntervals'])
      return ok({ elements: followerRows(platform, organization, call.query), paging })
    }),
    versioned('GET', '/rest/socialActions/:urn', 'getSocialActions', noToken, ({ caller, incoming }) => {
      const post = postAt(platform, incoming.params.urn, 'socialActions')
      checkReads(platform, caller, post.author, 'partnerApiSocialActions.GET')
      const { likes, comments } = countsOf(platform, post)
      const first = post.comments.filter(({ parent, deleted }) => parent === null && !deleted).length
      return ok({
        target: post.activity,
        likesSummary: {
          totalLikes: likes,
          aggregatedTotalLikes: likes,
          likedByCurrentUser: false,
          selectedLikes: [],
        },
        commentsSummary: {
          aggregatedTotalComments: comments,
          totalFirstLevelComments: first,
          selectedComments: [],
        },
      })
    }),
  ]
}

const paging = { start: 0, count: 10, links: [] }

function administered(platform: Platform, { caller, query }: Call, resource: string): Organization {
  if (textOf(query, 'q') !== 'organizationalEntity') missing('q')
  const name = 'organizationalEntity'
  const urn = urnOf(textOf(query, name) ?? missing(name), name, ['organization'])
  const what = `${resource}.FINDER-organizationalEntity`
  return readable(platform, caller, urn, { any: ['rw_organization_admin'], what, roles: ['ADMINISTRATOR'] })
}

const kinds = [
  { parameter: 'shares', type: 'share', field: 'share' },
  { parameter: 'ugcPosts', type: 'ugcPost', field: 'ugcPost' },
] as const

/** Returns the metrics of the requested posts, without posts that have no activity. */
function shareRows(platform: Platform, organization: Organization, query: Query): readonly object[] {
  const index = /^(shares|ugcPosts)\[(\d+)\]$/
  const known = ['q', 'organizationalEntity', 'shares', 'ugcPosts', 'timeIntervals']
  const isFirstProtocol = [...query.keys()].some((name) => index.test(name))
  onlyParameters(query, isFirstProtocol ? [...query.keys()].filter((name) => index.test(name)).concat(known) : known)
  const requested = kinds.flatMap(({ parameter, type, field }) =>
    listIn(query, parameter).map((value, at) => {
      const { text } = urnOf(value, `${parameter}[${at}]`, [type])
      const post = platform.posts.get(text)
      return post?.author === organization ? { post, field } : unpermitted(`/${parameter}[${at}]`, 'PARAMETER')
    }),
  )
  const all = { organizationalEntity: organization.urn }
  if (requested.length === 0) {
    const posts = (platform.ofAuthor.get(organization) ?? []).filter(({ deleted }) => !deleted)
    return [{ ...all, totalShareStatistics: sumOf(posts.map((post) => totals(platform, post))) }]
  }
  return requested.flatMap(({ post, field }) => {
    const totalShareStatistics = totals(platform, post)
    const isQuiet = Object.values(totalShareStatistics).every((count) => count === 0)
    return isQuiet ? [] : [{ ...all, [field]: post.urn, totalShareStatistics }]
  })
}

function listIn(query: Query, name: string): readonly Value[] {
  const value = query.get(name)
  if (value !== undefined)
    return Array.isArray(value)
      ? value
      : no(400, {
          code: 'ILLEGAL_ARGUMENT',
          message: `Invalid value of the query parameter ${name}: a List is expected`,
        })
  // Protocol 1 numbers the values of a list: `name[0]`, `name[1]`.
  return [...query.keys()].filter((one) => one.startsWith(`${name}[`)).map((one) => query.get(one) ?? '')
}

function totals(platform: Platform, post: Post) {
  const { impressions, unique, clicks, likes, comments, shares } = countsOf(platform, post)
  const done = clicks + likes + comments + shares
  return {
    impressionCount: impressions,
    uniqueImpressionsCount: unique,
    clickCount: clicks,
    likeCount: likes,
    commentCount: comments,
    shareCount: shares,
    engagement: impressions === 0 ? 0 : done / impressions,
  }
}

function sumOf(rows: readonly ReturnType<typeof totals>[]): Readonly<Record<string, number>> {
  const sum: Record<string, number> = {}
  for (const row of rows)
    for (const [name, count] of Object.entries(row)) sum[name] = (sum[name] ?? 0) + (name === 'engagement' ? 0 : count)
  const { clickCount = 0, likeCount = 0, commentCount = 0, shareCount = 0, impressionCount = 0 } = sum
  const done = clickCount + likeCount + commentCount + shareCount
  return { ...sum, engagement: impressionCount === 0 ? 0 : done / impressionCount }
}

const dayMs = 86_400_000

/** Returns followers by day if a time interval is given; otherwise all followers by their job function. */
function followerRows(platform: Platform, organization: Organization, query: Query): readonly object[] {
  const { urn, name } = organization
  const all = { organizationalEntity: urn }
  const intervals = query.get('timeIntervals')
  if (intervals === undefined) {
    const organicFollowerCount = followersOf(platform, organization)
    const followerCounts = { organicFollowerCount, paidFollowerCount: 0 }
    return [{ ...all, followerCountsByFunction: [{ followerCounts, function: 'urn:li:function:8' }] }]
  }
  const range = fieldOf(intervals, 'timeRange')
  const [from, until] = ['start', 'end'].map((one) => Number(fieldOf(range, one)))
  const isDay = fieldOf(intervals, 'timeGranularityType') === 'DAY'
  if (from === undefined || until === undefined || !(from < until) || !isDay)
    return no(400, { code: 'INVALID_VALUE_FOR_FIELD', message: 'timeIntervals :: is not a range of days' })
  const end = Math.min(until, platform.world.clock.ms())
  return Array.from({ length: Math.max(0, Math.min(366, Math.floor((end - from) / dayMs))) }, (_, at) => {
    const start = from + at * dayMs
    const day = Math.floor(start / dayMs)
    const organicFollowerGain = Math.floor(platform.world.random.fixed(`linkedin/gain/${name}/${day}`) * 20)
    return {
      ...all,
      timeRange: { start, end: start + dayMs },
      followerGains: { organicFollowerGain, paidFollowerGain: 0 },
    }
  })
}

const fieldOf = (value: Value | undefined, name: string): Value | undefined =>
  typeof value === 'object' && !Array.isArray(value) ? (value as { readonly [name: string]: Value })[name] : undefined
