import { ok } from '../../../core/http/request.ts'
import { route, withToken } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { instant, instantOf, type Params, readAllParams } from '../../meta/params.ts'
import { badParam, refuse } from '../../meta/refusals.ts'
import { accountOf, need, tokenOf } from '../auth/callers.ts'
import { isThere } from '../posts/find.ts'
import { ownPost, productOf } from '../posts/media.ts'
import type { Platform } from '../state/platform.ts'
import type { Person, Post } from '../state/records.ts'
import { countsOf, followersOf } from './metrics.ts'

/** The routes that return the metrics of posts and of an account. One unavailable metric fails the whole call. */
export function insightRoutes(platform: Platform): readonly Route[] {
  return [
    route(
      'GET',
      '/:account/insights',
      'getAccountInsights',
      { ...withToken, only: ({ account = '' }) => account === 'me' || platform.personById(account) !== null },
      (incoming) => {
        const person = accountOf(platform, incoming, 'insights')
        return ok({ data: accountRows(platform, person, readAllParams(incoming)) })
      },
    ),
    route('GET', '/:media/insights', 'getInsights', withToken, (incoming) => {
      const post = ownPost(platform, incoming)
      need(tokenOf(platform, incoming), 'insights')
      return ok({ data: postRows(platform, post, readAllParams(incoming)) })
    }),
  ]
}

const ofAll = ['views', 'reach', 'likes', 'comments', 'saved', 'shares', 'reposts', 'total_interactions'] as const
const ofVisits = ['follows', 'profile_visits', 'profile_activity'] as const
const durations = ['ig_reels_avg_watch_time', 'ig_reels_video_view_total_time', 'reels_skip_rate'] as const
const elsewhere = ['crossposted_views', 'facebook_views'] as const

const metricsOf = {
  FEED: [...ofAll, ...ofVisits],
  REELS: [...ofAll, ...durations, ...elsewhere],
  STORY: ['views', 'reach', 'replies', 'navigation', 'shares', 'reposts', 'total_interactions', ...ofVisits],
} as const

function namesIn({ metric = '' }: Params, known: readonly string[]): readonly string[] {
  const names = metric.split(',').filter((name) => name !== '')
  const at = names.findIndex((name) => !known.includes(name))
  if (names.length === 0) badParam('The parameter metric is required')
  if (at >= 0) badParam(`metric[${at}] must be one of the following values: ${known.join(', ')}`)
  return names
}

const fewViewers = 5

function postRows(platform: Platform, post: Post, params: Params): readonly object[] {
  const product = productOf(post)
  const names = namesIn(params, metricsOf[product])
  const counts: Readonly<Record<string, number>> = countsOf(platform, post)
  const { views = 0 } = counts
  if (product === 'STORY' && views < fewViewers)
    refuse({ message: '(#10) Not enough viewers for the media to show insights', code: 10, status: 400 })
  const lengths: Readonly<Record<string, number>> = {
    ig_reels_avg_watch_time: 2_400,
    ig_reels_video_view_total_time: 2_400 * views,
    reels_skip_rate: 31,
    profile_activity: 4,
    navigation: views,
  }
  return names.map((name) => ({
    name,
    period: 'lifetime',
    values: [{ value: counts[name] ?? lengths[name] ?? 0 }],
    title: name,
    description: name,
    id: `${post.id}/insights/${name}/lifetime`,
  }))
}

const accountMetrics = [...ofAll, 'saves', 'replies', 'accounts_engaged', 'profile_links_taps', 'follower_count']
const dayMs = 86_400_000

function accountRows(platform: Platform, person: Person, params: Params): readonly object[] {
  const names = namesIn(params, accountMetrics)
  if (params.period !== 'day') badParam('period must be one of the following values: day')
  const range = rangeIn(platform, params)
  const posts = person.posts.filter(
    (post) => isThere(platform, post) && post.atMs >= range.sinceMs && post.atMs <= range.untilMs,
  )
  const sumOf = (name: string) =>
    posts.reduce((sum, post) => sum + ((countsOf(platform, post) as Readonly<Record<string, number>>)[name] ?? 0), 0)
  return names.map((name) => ({
    name,
    period: 'day',
    title: name,
    description: name,
    ...(name === 'follower_count'
      ? { values: [{ value: followersOf(platform, person), end_time: instant(range.untilMs) }] }
      : { total_value: { value: sumOf(name === 'saves' ? 'saved' : name) } }),
    id: `${person.id}/insights/${name}/day`,
  }))
}

/** Reads the time range, of at most 30 days; the default is the last day. */
function rangeIn({ world }: Platform, { since, until }: Params) {
  const read = (name: string, text: string) => instantOf(text) ?? badParam(`Param ${name} must be an instant`)
  const untilMs = until === undefined ? world.clock.ms() : read('until', until)
  const sinceMs = since === undefined ? untilMs - dayMs : read('since', since)
  if (sinceMs > untilMs || untilMs - sinceMs > 30 * dayMs)
    badParam('There cannot be more than 30 days (2592000 s) between since and until')
  return { sinceMs, untilMs }
}
