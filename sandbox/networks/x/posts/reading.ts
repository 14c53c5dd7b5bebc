import { type Answer, type Incoming, ok, Refused } from '../../../core/http/request.ts'
import { route, withToken } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { requireCaller } from '../auth/callers.ts'
import { countRead } from '../figures/usage.ts'
import type { Platform } from '../state/platform.ts'
import type { Person, Post } from '../state/records.ts'
import { fieldsAsked, knownParameters, wholeNumber } from '../wire/fields.ts'
import { invalid, notFound } from '../wire/problems.ts'
import { mediaFields, postFields, secondOf, shownMedia, shownPost } from './present.ts'

const scopes = ['tweet.read', 'users.read']
const fieldNames = ['tweet.fields', 'post.fields', 'media.fields', 'user.fields', 'expansions']

/**
 * The routes that read posts by id, and one person's posts, newest first. Posts that were not found are listed next to
 * those that were.
 */
export function readingRoutes(platform: Platform): readonly Route[] {
  return [
    route('GET', '/2/tweets', 'getPosts', withToken, (incoming) => {
      const person = requireCaller(platform, incoming, { scopes })
      const { query } = incoming
      knownParameters(query, ['ids', ...fieldNames])
      const ids = (query.get('ids') ?? '').split(',').filter(Boolean)
      if (ids.length < 1 || ids.length > 100)
        invalid(`The number of values in the \`ids\` query parameter list [${ids.length}] is not between 1 and 100`)
      const wrong = ids.find((id) => !/^[0-9]{1,19}$/.test(id))
      if (wrong !== undefined)
        invalid(`The \`ids\` query parameter value [${wrong}] does not match ^[0-9]{1,19}$`, { ids })
      const found = ids.flatMap((id) => platform.posts.get(id) ?? [])
      const absent = ids.filter((id) => !platform.posts.has(id))
      return answerPosts(platform, person, found, {
        query,
        errors: absent.map((value) => notFound({ name: 'ids', value, kind: 'tweet' })),
      })
    }),
    route('GET', '/2/users/:id/tweets', 'getUserPosts', withToken, (incoming) =>
      answerTimeline(platform, requireCaller(platform, incoming, { scopes }), incoming),
    ),
  ]
}

function answerPosts(
  platform: Platform,
  viewer: Person,
  posts: readonly Post[],
  of: { readonly query: URLSearchParams; readonly errors: readonly object[]; readonly meta?: object },
): Answer {
  const requested = fieldsAsked(of.query, 'tweet.fields', postFields)
  const fields = new Set([...requested].filter((field) => !platform.rules.forgottenFields.includes(field)))
  const ofMedia = fieldsAsked(of.query, 'media.fields', mediaFields)
  const expansions = fieldsAsked(of.query, 'expansions', [
    'attachments.media_keys',
    'author_id',
    'referenced_tweets.id',
  ])
  const shown = posts.map((post) => shownPost(platform, post, fields, viewer))
  const errors = [...of.errors, ...shown.flatMap((one) => one.errors)]
  const media = expansions.has('attachments.media_keys')
    ? posts.flatMap((post) => post.media.map((file) => shownMedia(platform, post, file, ofMedia)))
    : []
  countRead(platform, posts.length)
  const body = {
    ...(shown.length > 0 ? { data: shown.map(({ data }) => data) } : {}),
    ...(media.length > 0 ? { includes: { media } } : {}),
    ...(errors.length > 0 ? { errors } : {}),
    ...(of.meta ? { meta: of.meta } : {}),
  }
  return ok(body)
}

const timelineParameters = [
  'max_results',
  'start_time',
  'end_time',
  'since_id',
  'until_id',
  'pagination_token',
  'exclude',
]

function answerTimeline(platform: Platform, viewer: Person, { query, params }: Incoming): Answer {
  knownParameters(query, [...timelineParameters, ...fieldNames])
  const id = params.id ?? ''
  const person = platform.personById(id)
  const max = wholeNumber(query, 'max_results', { min: 5, max: 100, usual: 10 })
  const wanted = withinOf(platform, query)
  if (person === null) throw new Refused(ok({ errors: [notFound({ name: 'id', value: id, kind: 'user' })] }))
  const posts: Post[] = []
  let isMore = false
  for (let at = person.posts.length - 1; at >= 0 && !isMore; at -= 1) {
    const post = person.posts[at]
    if (!post || post.deleted || !wanted(post)) continue
    if (posts.length < max) posts.push(post)
    else isMore = true
  }
  const oldest = posts.at(-1)
  const meta = {
    result_count: posts.length,
    ...(oldest ? { newest_id: posts[0]?.id, oldest_id: oldest.id } : {}),
    ...(isMore && oldest ? { next_token: tokenPrefix + oldest.id } : {}),
  }
  return answerPosts(platform, viewer, posts, { query, errors: [], meta })
}

const tokenPrefix = '7140dibdnow9c7btw'

function withinOf({ world, rules }: Platform, query: URLSearchParams): (post: Post) => boolean {
  const start = timeOf(query, 'start_time') ?? Number.NEGATIVE_INFINITY
  const end = timeOf(query, 'end_time') ?? Number.POSITIVE_INFINITY
  if (start >= end) invalid('Invalid `start_time`: it must be before `end_time`')
  if (start * 1_000 > world.clock.ms()) invalid('Invalid `start_time`: it must be earlier than now')
  const since = idOf(query, 'since_id')
  const until = idOf(query, 'until_id')
  const token = query.get('pagination_token')
  if (token !== null && !/^7140dibdnow9c7btw\d{1,19}$/.test(token))
    invalid(`The \`pagination_token\` query parameter value [${token}] is not valid`, { pagination_token: [token] })
  const below = token === null ? null : BigInt(token.slice(tokenPrefix.length))
  const skipped = new Set((query.get('exclude') ?? '').split(','))
  const visibleMs = world.clock.ms() - rules.timelineLagMs
  return (post) => {
    const id = BigInt(post.id)
    const second = secondOf(post)
    if (second < start || second >= end || post.at.getTime() > visibleMs) return false
    if (post.replyTo && skipped.has('replies')) return false
    return (since === null || id > since) && (until === null || id < until) && (below === null || id < below)
  }
}

function idOf(query: URLSearchParams, name: string): bigint | null {
  const text = query.get(name)
  if (text === null) return null
  return /^[0-9]{1,19}$/.test(text)
    ? BigInt(text)
    : invalid(`The \`${name}\` query parameter value [${text}] is not valid`)
}

/** Reads a time parameter, in seconds. */
function timeOf(query: URLSearchParams, name: string): number | null {
  const text = query.get(name)
  if (text === null) return null
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/.test(text) && !Number.isNaN(Date.parse(text))
  if (!isTime)
    return invalid(`The \`${name}\` query parameter value [${text}] is not a valid RFC3339 date`, { [name]: [text] })
  return Math.floor(Date.parse(text) / 1_000)
}
