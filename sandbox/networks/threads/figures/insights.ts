import { ok } from '../../../core/http/request.ts'
import { route, withToken } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { instant, instantOf, type Params, readAllParams } from '../../meta/params.ts'
import { badParam } from '../../meta/refusals.ts'
import { requireCaller, requireSelf } from '../auth/callers.ts'
import { requireOwnPost } from '../posts/post-routes.ts'
import { isThere, rootOf } from '../posts/posts.ts'
import { type Platform, version } from '../state/platform.ts'
import type { Person, Post } from '../state/records.ts'
import { countsOf, followersOf } from './metrics.ts'

const scope = 'threads_manage_insights'
const dayMs = 86_400_000
/** The earliest start of a time range: 13 April 2024. */
const earliestMs = 1_712_991_600_000

/** The routes that return the metrics of posts and of a profile. */
export function insightRoutes(platform: Platform): readonly Route[] {
  return [
    route('GET', `${version}/:id/insights`, 'getInsights', withToken, (incoming) => {
      const { person } = requireCaller(platform, incoming, scope)
      const post = requireOwnPost(platform, incoming)
      const names = namesIn(readAllParams(incoming), postMetrics)
      return ok({ data: hasFigures(post, person) ? rowsOf(platform, post, names) : [] })
    }),
    route('GET', `${version}/:user/threads_insights`, 'getAccountInsights', withToken, (incoming) => {
      const person = requireSelf(platform, incoming, scope)
      const params = readAllParams(incoming)
      const names = namesIn(params, accountMetrics)
      const range = rangeIn(platform, params, names)
      const data = names.map((name) => ({
        name,
        period: name === 'views' ? 'day' : 'lifetime',
        ...figureOf(platform, person, name, { params, range }),
        title: name,
        description: name,
        id: `${person.id}/insights/${name}/day`,
      }))
      return ok({ data })
    }),
  ]
}

const postMetrics = ['views', 'likes', 'replies', 'reposts', 'quotes', 'shares'] as const
const accountMetrics = [
  'views',
  'likes',
  'replies',
  'reposts',
  'quotes',
  'clicks',
  'followers_count',
  'follower_demographics',
] as const

function namesIn<N extends string>({ metric }: Params, known: readonly N[]): readonly N[] {
  const requested = (metric ?? badParam('The parameter metric is required')).split(',')
  const names = requested.flatMap((name) => known.find((one) => one === name) ?? [])
  if (names.length < requested.length) badParam(`Param metric must be one of {${known.join(', ')}}`)
  return names
}

/** True if the person can read the post's metrics. A repost has none, and neither do nested replies of others. */
const hasFigures = (post: Post, person: Person): boolean =>
  post.reposted === null && (post.person === person || post.draft.replyTo === rootOf(post))

function rowsOf(platform: Platform, post: Post, names: readonly (typeof postMetrics)[number][]): readonly object[] {
  const counts = countsOf(platform, post)
  return names.map((name) => ({
    name,
    period: 'lifetime',
    values: [{ value: counts[name] }],
    title: name,
    description: `The number of ${name} of the post.`,
    id: `${post.id}/insights/${name}/lifetime`,
  }))
}

interface Range {
  readonly sinceMs: number
  readonly untilMs: number
}

/** Reads the time range; the default is the last two days. */
function rangeIn({ world, rules }: Platform, params: Params, names: readonly string[]): Range {
  const { since, until } = params
  const isRanged = since !== undefined || until !== undefined
  if (isRanged && names.includes('follower_demographics'))
    badParam('Params since and until are not supported for follower_demographics')
  if (isRanged && names.includes('followers_count') && !rules.ignoresRangeOfFollowers)
    badParam('Params since and until are not supported for followers_count')
  const untilMs =
    until === undefined ? world.clock.ms() : (instantOf(until) ?? badParam('Param until must be an instant'))
  const sinceMs =
    since === undefined ? untilMs - 2 * dayMs : (instantOf(since) ?? badParam('Param since must be an instant'))
  if (sinceMs < earliestMs) badParam(`Param since must not be before ${earliestMs / 1_000}`)
  if (sinceMs > untilMs) badParam('Param since must not be after until')
  return { sinceMs, untilMs }
}

function figureOf(
  platform: Platform,
  person: Person,
  name: (typeof accountMetrics)[number],
  { params, range }: { readonly params: Params; readonly range: Range },
): object {
  const { sinceMs, untilMs } = range
  const posts = person.posts.filter(
    (post) => post.reposted === null && isThere(platform, post) && post.atMs >= sinceMs && post.atMs <= untilMs,
  )
  switch (name) {
    case 'views': {
      const days = Math.max(1, Math.floor((untilMs - sinceMs) / dayMs))
      const value = (at: number) =>
        Math.floor(
          platform.world.random.fixed(`threads/${person.name}/views/${Math.floor(sinceMs / dayMs) + at}`) * 400,
        )
      const values = Array.from({ length: days }, (_, at) => ({
        value: value(at),
        end_time: instant(sinceMs + (at + 1) * dayMs),
      }))
      return { values }
    }
    case 'clicks': {
      const links = new Set(posts.flatMap(({ draft }) => draft.link ?? []))
      return { link_total_values: [...links].map((link_url) => ({ value: 7, link_url })) }
    }
    case 'followers_count':
      return { total_value: { value: followersOf(platform, person) } }
    case 'follower_demographics':
      return demographicsOf(platform, person, params)
    default:
      return { total_value: { value: posts.reduce((sum, post) => sum + countsOf(platform, post)[name], 0) } }
  }
}

const groups = {
  country: ['DE', 'FR', 'US'],
  city: ['Berlin', 'Lyon', 'Austin'],
  age: ['18-24', '25-34', '35-44'],
  gender: ['F', 'M', 'U'],
} as const

function demographicsOf(platform: Platform, person: Person, { breakdown }: Params): object {
  const [key, names] = Object.entries(groups).find(([one]) => one === breakdown) ?? []
  if (key === undefined || names === undefined)
    return badParam('Param breakdown must be one of {country, city, age, gender}')
  const followers = followersOf(platform, person)
  if (followers < 100) badParam('The account must have at least 100 followers.')
  const results = names.map((one, at) => ({ dimension_values: [one], value: Math.floor(followers / (at + 2)) }))
  return { total_value: { breakdowns: [{ dimension_keys: [key], results }] } }
}
