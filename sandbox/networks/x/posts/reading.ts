import { type Answer, type Incoming, ok, Refused } from '../../../core/http/request.ts'
import { route, withToken } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { requireCaller } from '../auth/callers.ts'
import { countsOf, viewsOf } from '../figures/metrics.ts'
import { countRead } from '../figures/usage.ts'
import { shownPerson, userFields, usernameOf } from '../people/users.ts'
import type { Platform } from '../state/platform.ts'
import type { File, Person, Post } from '../state/records.ts'
import { integerIn, knownParameters, requestedFields } from '../wire/fields.ts'
import { invalid, notFound, typeOf } from '../wire/problems.ts'
import { writtenOf } from './written.ts'

const scopes = ['tweet.read', 'users.read']
const fieldNames = ['tweet.fields', 'post.fields', 'media.fields', 'user.fields', 'expansions']

/**
 * The routes that read posts by ID, and one person's posts, newest first. Missing posts are listed next to those found.
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
      answerTimeline(platform, requireCaller(platform, incoming, { scopes }), incoming, ({ posts }) => posts),
    ),
    route('GET', '/2/users/:id/mentions', 'getUserMentions', withToken, (incoming) =>
      answerTimeline(platform, requireCaller(platform, incoming, { scopes }), incoming, (person) =>
        mentionsOf(platform, person),
      ),
    ),
  ]
}

function answerPosts(
  platform: Platform,
  viewer: Person,
  posts: readonly Post[],
  of: { readonly query: URLSearchParams; readonly errors: readonly object[]; readonly meta?: object },
): Answer {
  const requested = requestedFields(of.query, 'tweet.fields', postFields)
  const fields = new Set([...requested].filter((field) => !platform.rules.forgottenFields.includes(field)))
  const ofMedia = requestedFields(of.query, 'media.fields', mediaFields)
  const expansions = requestedFields(of.query, 'expansions', [
    'attachments.media_keys',
    'author_id',
    'referenced_tweets.id',
  ])
  const shown = posts.map((post) => shownPost(platform, post, fields, viewer))
  const errors = [...of.errors, ...shown.flatMap((one) => one.errors)]
  const media = expansions.has('attachments.media_keys')
    ? posts.flatMap((post) => post.media.map((file) => shownMedia(platform, post, file, ofMedia)))
    : []
  const people = expansions.has('author_id') ? [...new Set(posts.map(({ person }) => person))] : []
  const ofPeople = requestedFields(of.query, 'user.fields', userFields)
  const users = people.map((person) => shownPerson(platform, person, ofPeople))
  countRead(platform, posts.length)
  const includes = { ...(media.length > 0 ? { media } : {}), ...(users.length > 0 ? { users } : {}) }
  const body = {
    ...(shown.length > 0 ? { data: shown.map(({ data }) => data) } : {}),
    ...(Object.keys(includes).length > 0 ? { includes } : {}),
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

/** Posts of other people that mention a person, as replies do to the author above them. Ordered by ID. */
const mentionsOf = ({ posts }: Platform, person: Person): Post[] => {
  const name = `@${usernameOf(person)}`.toLowerCase()
  return [...posts.values()].filter(
    (post) =>
      post.person !== person &&
      (post.replyTo?.person === person ||
        post.text
          .toLowerCase()
          .split(/[^@\w]+/)
          .includes(name)),
  )
}

function answerTimeline(
  platform: Platform,
  viewer: Person,
  { query, params }: Incoming,
  listOf: (person: Person) => readonly Post[],
): Answer {
  knownParameters(query, [...timelineParameters, ...fieldNames])
  const id = params.id ?? ''
  const person = platform.personById(id)
  const max = integerIn(query, 'max_results', { min: 5, max: 100, usual: 10 })
  const wanted = readTimeFilter(platform, query)
  if (person === null) throw new Refused(ok({ errors: [notFound({ name: 'id', value: id, kind: 'user' })] }))
  const listed = listOf(person)
  const posts: Post[] = []
  let isMore = false
  for (let at = listed.length - 1; at >= 0 && !isMore; at -= 1) {
    const post = listed[at]
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

function readTimeFilter({ world, rules }: Platform, query: URLSearchParams): (post: Post) => boolean {
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

const postFields = [
  'article',
  'attachments',
  'author_id',
  'conversation_id',
  'created_at',
  'edit_history_post_ids',
  'edit_history_tweet_ids',
  'entities',
  'id',
  'in_reply_to_user_id',
  'lang',
  'non_public_metrics',
  'note_post',
  'note_tweet',
  'organic_metrics',
  'possibly_sensitive',
  'promoted_metrics',
  'public_metrics',
  'referenced_posts',
  'referenced_tweets',
  'reply_settings',
  'source',
  'text',
]

const mediaFields = [
  'alt_text',
  'duration_ms',
  'height',
  'media_key',
  'non_public_metrics',
  'organic_metrics',
  'preview_image_url',
  'public_metrics',
  'type',
  'url',
  'width',
]

/** Fields that only the author can read, and only for 30 days. */
const privateFields = ['non_public_metrics', 'organic_metrics', 'promoted_metrics']
const privateMs = 30 * 86_400_000

interface Shown {
  readonly data: object
  /** Errors for the fields that could not be shown, next to the available data. */
  readonly errors: readonly object[]
}

function shownPost(platform: Platform, post: Post, fields: ReadonlySet<string>, viewer: Person): Shown {
  const isOpen = post.person === viewer && platform.world.clock.ms() - post.at.getTime() < privateMs
  const denied = isOpen ? [] : privateFields.filter((field) => fields.has(field))
  const words = writtenOf(platform, post)
  const all: Readonly<Record<string, unknown>> = {
    ...attachmentsOf(platform, post),
    author_id: post.person.id,
    conversation_id: rootOf(post).id,
    // X shows whole seconds only.
    created_at: new Date(secondOf(post) * 1_000).toISOString(),
    ...(Object.keys(words.entities).length > 0 ? { entities: words.entities } : {}),
    ...(post.replyTo ? { in_reply_to_user_id: post.replyTo.person.id } : {}),
    lang: 'en',
    ...(words.note ? { note_tweet: words.note, note_post: words.note } : {}),
    possibly_sensitive: false,
    ...(post.replyTo ? { referenced_tweets: [{ type: 'replied_to', id: post.replyTo.id }] } : {}),
    reply_settings: post.replySettings ?? 'everyone',
    source: 'Sandbox app',
    ...metricsOf(platform, post, isOpen),
  }
  const requested = Object.entries(all).filter(([field]) => fields.has(field))
  const data = { id: post.id, text: words.text, edit_history_post_ids: [post.id], ...Object.fromEntries(requested) }
  return { data, errors: denied.map((field) => deniedField(field, post.id)) }
}

function attachmentsOf({ rules }: Platform, { media }: Post): object {
  if (media.length > 0) return { attachments: { media_keys: media.map(({ key }) => key) } }
  return rules.writesNulls ? { attachments: { media_keys: null } } : {}
}

const secondOf = (post: Post): number => Math.floor(post.at.getTime() / 1_000)

export const rootOf = (post: Post): Post => (post.replyTo ? rootOf(post.replyTo) : post)

function metricsOf(platform: Platform, post: Post, isOpen: boolean): Readonly<Record<string, object>> {
  const counts = countsOf(platform, post)
  const { likes: like_count, replies: reply_count, quotes: quote_count, impressions: impression_count } = counts
  const reposts = platform.rules.newNames ? { repost_count: counts.reposts } : { retweet_count: counts.reposts }
  const clicks = { url_link_clicks: counts.linkClicks, user_profile_clicks: counts.profileClicks }
  return {
    public_metrics: {
      ...reposts,
      reply_count,
      like_count,
      quote_count,
      bookmark_count: counts.bookmarks,
      impression_count,
    },
    ...(isOpen
      ? {
          non_public_metrics: { impression_count, ...clicks, engagements: like_count + reply_count + counts.reposts },
          organic_metrics: { ...reposts, reply_count, like_count, impression_count, ...clicks },
        }
      : {}),
  }
}

const deniedField = (field: string, id: string): object => ({
  resource_id: id,
  parameter: 'ids',
  resource_type: 'tweet',
  section: 'data',
  value: id,
  field,
  title: 'Field Authorization Error',
  detail: `Sorry, you are not authorized to access '${field}' on the Tweet with ids : [${id}].`,
  type: typeOf('not-authorized-for-field'),
})

function shownMedia(platform: Platform, post: Post, file: File, fields: ReadonlySet<string>): object {
  const views = viewsOf(platform, post, file)
  const isVideo = file.kind === 'video'
  const all: Readonly<Record<string, unknown>> = {
    ...(file.altText === null ? {} : { alt_text: file.altText }),
    ...(file.durationMs === null ? {} : { duration_ms: Math.round(file.durationMs) }),
    height: file.height,
    width: file.width,
    ...(file.kind === 'image' ? { url: file.url } : { preview_image_url: file.url }),
    ...(isVideo ? { public_metrics: { view_count: views } } : {}),
    ...(isVideo ? { non_public_metrics: playbackOf(views) } : {}),
  }
  const type = { image: 'photo', gif: 'animated_gif', video: 'video' }[file.kind]
  return {
    media_key: file.key,
    type,
    ...Object.fromEntries(Object.entries(all).filter(([field]) => fields.has(field))),
  }
}

const playbackOf = (views: number): object =>
  Object.fromEntries(
    [0, 25, 50, 75, 100].map((part) => [`playback_${part}_count`, Math.floor(views * (1 - part / 125))]),
  )
