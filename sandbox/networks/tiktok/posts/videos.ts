import { route } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { requireCaller } from '../auth/callers.ts'
import { countsOf } from '../figures/metrics.ts'
import { avatarOf, linkOf } from '../people/pages.ts'
import type { Platform } from '../state/platform.ts'
import type { Person, Post } from '../state/records.ts'
import { fine, invalid } from '../wire/envelope.ts'
import { bodyOf, picked, readerOf, requestedFields } from '../wire/fields.ts'
import { bothWays } from '../wire/routes.ts'
import { isPublic, textOf } from './jobs.ts'

const scope = 'video.list'
const names = [
  'id',
  'create_time',
  'cover_image_url',
  'share_url',
  'video_description',
  'duration',
  'height',
  'width',
  'title',
  'embed_link',
  'like_count',
  'comment_count',
  'share_count',
  'view_count',
]
const fields = Object.fromEntries(names.map((name) => [name, scope]))

/** The routes that return a person's own public posts with their view counts. */
export function videoRoutes(platform: Platform): readonly Route[] {
  const shared = { accepts: ['json'], token: 'access' } as const
  const shown = (posts: readonly Post[], requested: readonly string[]) =>
    posts.map((post) => picked(shownPost(platform, post), requested))
  return [
    ...bothWays(
      route('POST', '/v2/video/query/', 'queryVideos', shared, (incoming) => {
        const { person, scopes } = requireCaller(platform, incoming, [scope])
        const requested = requestedFields(platform, incoming, fields, scopes)
        const filters = readerOf(platform, readerOf(platform, bodyOf(incoming)).tree('filters'), 'filters.')
        const ids = filters.texts('video_ids', 20)
        const posts = publicOf(platform, person).filter(({ id }) => ids.includes(id))
        return fine(platform, { videos: shown(posts, requested) })
      }),
    ),
    ...bothWays(
      route('POST', '/v2/video/list/', 'listVideos', shared, (incoming) => {
        const { person, scopes } = requireCaller(platform, incoming, [scope])
        const requested = requestedFields(platform, incoming, fields, scopes)
        const body = bodyOf(incoming)
        const max = readerOf(platform, body).integer('max_count', { min: 1, max: 20, usual: 10 })
        const { cursor } = body
        if (cursor !== undefined && cursor !== null && !Number.isSafeInteger(cursor))
          invalid(platform, 'cursor must be an integer')
        const before = typeof cursor === 'number' && cursor > 0 ? cursor : Number.POSITIVE_INFINITY
        const older = publicOf(platform, person).filter(({ atMs }) => Math.floor(atMs) < before)
        const posts = older.slice(0, max)
        const last = posts.at(-1)
        return fine(platform, {
          videos: shown(posts, requested),
          cursor: last ? Math.floor(last.atMs) : Math.floor(platform.world.clock.ms()),
          has_more: older.length > posts.length,
        })
      }),
    ),
  ]
}

/** A person's listed public posts, newest first. */
function publicOf(platform: Platform, { posts }: Person): readonly Post[] {
  const { rules, world } = platform
  const untilMs = world.clock.ms() - rules.listingLagMs
  const isListed = (post: Post) =>
    isPublic(platform, post) && (post.publicAtMs ?? 0) <= untilMs && (rules.listsPhotos || post.kind === 'video')
  return posts.filter(isListed).reverse()
}

function shownPost(platform: Platform, post: Post): Readonly<Record<string, unknown>> {
  const { id, kind, requested, files, atMs } = post
  const { views, likes, comments, shares } = countsOf(platform, post)
  const cut = (text: string) => [...text].slice(0, platform.rules.maxShownText).join('')
  return {
    id,
    create_time: Math.floor(atMs / 1_000),
    cover_image_url: kind === 'photo' ? (files[0]?.url ?? '') : avatarOf(platform, post.person),
    share_url: linkOf(platform, post),
    video_description: cut(textOf(post)),
    duration: Math.round((files[0]?.durationMs ?? 0) / 1_000),
    height: files[0]?.height ?? 0,
    width: files[0]?.width ?? 0,
    title: cut(requested.title),
    embed_link: linkOf(platform, post),
    like_count: likes,
    comment_count: comments,
    share_count: shares,
    view_count: views,
  }
}
