import { ok } from '../../../core/http/request.ts'
import { route, withToken } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { instant, instantOf, readAllParams } from '../../meta/params.ts'
import { badParam, noObject } from '../../meta/refusals.ts'
import { pageOf, toMeasure } from '../auth/callers.ts'
import type { Graph } from '../state/platform.ts'
import type { Page, Post } from '../state/records.ts'
import { refuse } from '../wire/refusals.ts'
import { clicksOf, commentsOf, countOf, followersOf, likesOf, sharesOf, viewsOf } from './metrics.ts'

type Value = number | Readonly<Record<string, number>>

/** Metrics by their names since the summer of 2026. The earlier names are rejected. */
export function insightRoutes(graph: Graph): readonly Route[] {
  return [
    route(
      'GET',
      '/:page/insights',
      'getPageInsights',
      { ...withToken, only: ({ page = '' }) => graph.pageById(page) !== null },
      (incoming) => {
        const page = pageOf(graph, incoming, incoming.params.page ?? '', toMeasure)
        const params = readAllParams(incoming)
        const period = params.period ?? 'day'
        if (!['day', 'week', 'days_28'].includes(period)) badParam('Param period must be one of {day, week, days_28}')
        const nowMs = graph.world.clock.ms()
        const untilMs = instantOf(params.until ?? '') ?? nowMs
        const sinceMs = instantOf(params.since ?? '') ?? untilMs - 2 * dayMs
        if (untilMs - sinceMs > 90 * dayMs)
          badParam('There cannot be more than 90 days (7776000 s) between since and until')
        const days = Math.max(0, Math.floor((Math.min(untilMs, nowMs) - sinceMs) / dayMs))
        const rows = namesIn(params.metric, pageMetrics).map((name) => ({
          name,
          period,
          values: Array.from({ length: days }, (_, at) => ({
            value: pageValue(graph, page, name, at),
            end_time: instant(sinceMs + (at + 1) * dayMs),
          })),
          title: name,
          id: `${page.id}/insights/${name}/${period}`,
        }))
        return ok({ data: rows })
      },
    ),
    route('GET', '/:post/insights', 'getPostInsights', withToken, (incoming) => {
      const id = incoming.params.post ?? ''
      const post = graph.posts.get(id)
      if (!post || post.deleted) return noObject(id)
      pageOf(graph, incoming, post.page.id, toMeasure)
      return ok({
        data: rowsOf(id, namesIn(readAllParams(incoming).metric, postMetrics), (name) => postValue(graph, post, name)),
      })
    }),
  ]
}

const dayMs = 86_400_000

const pageMetrics = [
  'page_media_view',
  'page_total_media_view_unique',
  'page_post_engagements',
  'page_follows',
  'page_daily_follows',
  'page_daily_follows_unique',
  'page_daily_unfollows_unique',
  'page_views_total',
  'page_video_views',
  'page_total_actions',
  'page_actions_post_reactions_total',
]

const postMetrics = [
  'post_media_view',
  'post_total_media_view_unique',
  'post_clicks',
  'post_clicks_by_type',
  'post_reactions_by_type_total',
  'post_video_views',
  'post_video_avg_time_watched',
]

function namesIn(text: string | undefined, known: readonly string[]): readonly string[] {
  if (text === undefined || text === '')
    return refuse({ message: '(#3001) You must specify a metric.', code: 3_001, subcode: 1_504_028 })
  const names = text.replace(/[[\]"\s]/g, '').split(',')
  if (!names.every((name) => known.includes(name))) badParam('The value must be a valid insights metric')
  return names
}

const rowsOf = (id: string, names: readonly string[], toValue: (name: string) => Value): readonly object[] =>
  names.map((name) => ({
    name,
    period: 'lifetime',
    values: [{ value: toValue(name) }],
    title: name,
    id: `${id}/insights/${name}/lifetime`,
  }))

function postValue(graph: Graph, post: Post, name: string): Value {
  const views = viewsOf(graph, post)
  switch (name) {
    case 'post_media_view': {
      const paid = Math.floor(views / 10)
      return graph.rules.views_in_parts ? { is_from_ads: paid, is_from_followers: views - paid } : views
    }
    case 'post_total_media_view_unique':
      return Math.floor(views * 0.8)
    case 'post_clicks':
      return clicksOf(graph, post)
    case 'post_clicks_by_type':
      return { 'link clicks': clicksOf(graph, post), 'other clicks': 0 }
    case 'post_reactions_by_type_total': {
      const love = Math.floor(likesOf(graph, post) / 5)
      return { like: likesOf(graph, post) - love, love }
    }
    case 'post_video_views':
      return post.video ? Math.floor(views * 0.6) : 0
    case 'post_video_avg_time_watched':
      return post.video ? countOf(graph, post, 'watched', 9_000) : 0
    case 'post_video_social_actions':
      return { COMMENT: commentsOf(post), SHARE: sharesOf(graph, post) }
    default:
      return views
  }
}

function pageValue(graph: Graph, page: Page, name: string, at: number): Value {
  if (name === 'page_follows') return followersOf(graph, page)
  const value = Math.floor(graph.world.random.fixed(`facebook/${page.name}/${name}/${at}`) * 300)
  return name === 'page_media_view' && graph.rules.views_in_parts ? { is_from_ads: 0, is_from_followers: value } : value
}
