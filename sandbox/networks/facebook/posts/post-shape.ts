import type { RequestedField, Shape } from '../../meta/fields.ts'
import { instant } from '../../meta/params.ts'
import { commentsOf, likesOf, sharesOf } from '../figures/metrics.ts'
import { app, type Graph } from '../state/platform.ts'
import type { Post } from '../state/records.ts'
import { authorOf, isReturned } from './comment-author.ts'

/** Posts as responses show them. */

/** Returns a link like the real ones, but on this machine, so that it shows the post. */
export const permalinkOf = (graph: Graph, post: Post): string => `${graph.base()}${pathOf(post)}`

function pathOf({ id, page, video, kind }: Post): string {
  if (kind === 'reel' && video) return `/reel/${video.id}/`
  if (kind === 'video' && video) return `/${page.id}/videos/${video.id}/`
  return kind === 'story' ? `/stories/${id}` : `/${page.id}/posts/${id.split('_')[1] ?? id}`
}

export function postShape(graph: Graph, post: Post): Shape {
  const { page } = post
  const since = () => instant(post.publishedAtMs ?? post.createdAtMs)
  return {
    id: () => post.id,
    message: () => (post.message === '' ? undefined : post.message),
    story: () => undefined,
    created_time: since,
    updated_time: () => instant(post.editedAtMs ?? post.publishedAtMs ?? post.createdAtMs),
    permalink_url: () => permalinkOf(graph, post),
    from: () => ({ id: page.id, name: page.displayName }),
    application: () => ({ link: 'https://posthorn.example/', name: app.name, id: app.id }),
    is_published: () => post.publishedAtMs !== null,
    is_hidden: () => false,
    is_expired: () => false,
    status_type: () => statusTypes[post.kind],
    scheduled_publish_time: () => (post.scheduledMs === null ? undefined : Math.floor(post.scheduledMs / 1_000)),
    attachments: () => attachmentsOf(post),
    full_picture: () => post.photos[0]?.url,
    link: () => post.link ?? undefined,
    shares: () => (sharesOf(graph, post) === 0 ? undefined : { count: sharesOf(graph, post) }),
    comments: (field) =>
      summed(
        field,
        commentsOf(post),
        post.comments
          .filter((one) => !one.deleted && isReturned(one))
          .map((one) => ({
            id: one.id,
            message: one.message,
            created_time: instant(one.createdAtMs),
            from: authorOf(one),
          })),
      ),
    reactions: (field) => summed(field, likesOf(graph, post), []),
    likes: (field) => summed(field, likesOf(graph, post), []),
  }
}

const statusTypes: Readonly<Record<Post['kind'], string>> = {
  status: 'mobile_status_update',
  link: 'shared_story',
  photo: 'added_photos',
  album: 'added_photos',
  video: 'added_video',
  reel: 'added_video',
  story: 'created_story',
}

export function summed({ with: given }: RequestedField, count: number, rows: readonly object[]): object {
  const limit = Number(given.limit ?? 25)
  return {
    data: rows.slice(0, limit),
    ...(given.summary === 'true' || given.summary === '1' ? { summary: { total_count: count } } : {}),
  }
}

function attachmentsOf(post: Post): object | undefined {
  const { photos, video, link, cards } = post
  const target = (id: string) => ({ id, url: `https://www.facebook.com/${id}` })
  const photo = (one: (typeof photos)[number]) => ({
    media_type: 'photo',
    type: 'photo',
    media: { image: { src: one.url, width: one.width ?? 0, height: one.height ?? 0 } },
    target: target(one.id),
    url: `https://www.facebook.com/photo.php?fbid=${one.id}`,
  })
  const [first] = photos
  if (first && photos.length === 1) return { data: [photo(first)] }
  if (first)
    return {
      data: [
        {
          media_type: 'album',
          type: 'album',
          target: target(post.id.split('_')[1] ?? ''),
          subattachments: { data: photos.map(photo) },
        },
      ],
    }
  if (video) return { data: [{ media_type: 'video', type: 'video_inline', target: target(video.id) }] }
  if (link === null) return undefined
  const share = (url: string) => ({
    media_type: 'link',
    type: 'share',
    title: new URL(url).hostname,
    target: { url },
    url,
    unshimmed_url: url,
  })
  return cards
    ? { data: [{ media_type: 'album', type: 'multi_share', url: link, subattachments: { data: cards.map(share) } }] }
    : { data: [share(link)] }
}
