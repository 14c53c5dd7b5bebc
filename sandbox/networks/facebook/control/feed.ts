import type { FeedPost, Network } from '../../../core/network.ts'
import { linkPieces } from '../../../core/pages/feed.ts'
import { commentsOf, likesOf, sharesOf, viewsOf } from '../figures/metrics.ts'
import type { Graph } from '../state/platform.ts'
import type { Comment, Post } from '../state/records.ts'

export const css = `
body:has(main.facebook) { background: #f0f2f5; color: #1c1e21; color-scheme: light }
main.facebook article { background: #fff; border: 0; border-radius: .5rem; box-shadow: 0 1px 2px #0003 }
main.facebook article header { flex-direction: column; gap: 0 }
main.facebook article header strong { color: #050505 }
main.facebook article header span, main.facebook article footer { color: #65676b }
main.facebook article footer { border-top: 1px solid #ced0d4; padding-top: .5rem }
main.facebook article footer:empty { display: none }
main.facebook a { color: #0064d1 }
main.facebook .card { background: #f0f2f5; border: 0; border-radius: 0; color: #050505 }`

/** The visible content of the pages: posts, stories, and the comments under them. */
export function listFeed(graph: Graph, { account, limit }: Parameters<Network['feed']>[0]): readonly FeedPost[] {
  const pages = account === null ? [...graph.people.values()].flatMap(({ pages: all }) => all) : pagesOf(graph, account)
  return pages
    .flatMap(({ posts }) => posts.slice(-limit))
    .filter(({ deleted, publishedAtMs }) => !deleted && publishedAtMs !== null)
    .flatMap((post) => [shown(graph, post), ...post.comments.filter(({ deleted }) => !deleted).map(shownComment)])
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, limit)
}

const pagesOf = (graph: Graph, name: string) => {
  const page = graph.page(name)
  return page ? [page] : (graph.person(name)?.pages ?? [])
}

const kinds: Partial<Record<Post['kind'], string>> = { story: ' · Story', reel: ' · Reel' }

function shown(graph: Graph, post: Post): FeedPost {
  const { page, video, photos } = post
  const host = post.link !== null && URL.canParse(post.link) ? new URL(post.link).hostname : ''
  return {
    id: post.id,
    account: page.name,
    displayName: page.displayName,
    handle: `${page.username ?? page.name}${kinds[post.kind] ?? ''}${post.editedAtMs === null ? '' : ' · Edited'}`,
    at: new Date(post.publishedAtMs ?? post.createdAtMs),
    text: linkPieces(post.message),
    media: [
      ...photos.map(({ url, alt }) => ({ kind: 'image' as const, url, alt })),
      ...(video ? [{ kind: 'video' as const, url: video.file?.url ?? null, alt: '' }] : []),
    ],
    ...(post.link === null ? {} : { card: { url: post.link, title: host, description: '', image: null } }),
    replyTo: null,
    counts: [
      { name: 'reactions', count: likesOf(graph, post) },
      { name: 'comments', count: commentsOf(post) },
      { name: 'shares', count: sharesOf(graph, post) },
      { name: 'views', count: viewsOf(graph, post) },
    ],
  }
}

const shownComment = ({ id, post, message, photo, createdAtMs }: Comment): FeedPost => ({
  id,
  account: post.page.name,
  displayName: post.page.displayName,
  handle: 'Author',
  at: new Date(createdAtMs),
  text: linkPieces(message),
  media: photo ? [{ kind: 'image', url: photo.url, alt: photo.alt }] : [],
  replyTo: post.id,
  counts: [],
})
