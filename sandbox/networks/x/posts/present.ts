import { countsOf, viewsOf } from '../figures/metrics.ts'
import type { Platform } from '../state/platform.ts'
import type { File, Person, Post } from '../state/records.ts'
import { typeOf } from '../wire/problems.ts'
import { writtenOf } from './written.ts'

export const postFields = [
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

export const mediaFields = [
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

/** Fields that only the author may read, and only for 30 days. */
const privateFields = ['non_public_metrics', 'organic_metrics', 'promoted_metrics']
const privateMs = 30 * 86_400_000

interface Shown {
  readonly data: object
  /** Errors for the fields that could not be shown, next to the data that could. */
  readonly errors: readonly object[]
}

export function shownPost(platform: Platform, post: Post, fields: ReadonlySet<string>, viewer: Person): Shown {
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

export const secondOf = (post: Post): number => Math.floor(post.at.getTime() / 1_000)

const rootOf = (post: Post): Post => (post.replyTo ? rootOf(post.replyTo) : post)

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

export function shownMedia(platform: Platform, post: Post, file: File, fields: ReadonlySet<string>): object {
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
