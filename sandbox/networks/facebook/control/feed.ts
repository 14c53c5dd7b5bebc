import type { FeedPost, Network } from '../../../core/network.ts'
import { countRows, linkPieces } from '../../../core/pages/feed.ts'
import { commentsOf, likesOf, sharesOf, viewsOf } from '../figures/metrics.ts'
import type { Graph } from '../state/platform.ts'
import type { Comment, Post } from '../state/records.ts'

export const css = `
body:has(main.facebook) { background: light-dark(#f0f2f5, #18191a); color: light-dark(#1c1e21, #e4e6eb) }
main.facebook article { background: light-dark(#fff, #242526); border: 0; border-radius: .5rem; box-shadow: 0 1px 2px #0003 }
main.facebook article header { flex-direction: column; gap: 0 }
main.facebook article header span, main.facebook article footer { color: light-dark(#5b5f66, #b0b3b8) }
main.facebook article > p, main.facebook .media, main.facebook article footer, main.facebook .card { grid-column: 1 / -1 }
main.facebook .media { margin-inline: -1rem } main.facebook .media img, main.facebook .media video { border-radius: 0 } main.facebook figcaption { padding-inline: 1rem }
main.facebook article footer { border-top: 1px solid light-dark(#ced0d4, #3e4042); padding-top: .5rem }
main.facebook a { color: light-dark(#0064d1, #6aa5ff) }
main.facebook .card { background: light-dark(#f0f2f5, #333436); border: 0; border-radius: 0; color: inherit; margin-inline: -1rem; padding-inline: 1rem }`

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
  const { cards = post.link === null ? [] : [post.link] } = post
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
    cards: cards.map((url) => ({ url, title: new URL(url).hostname, description: '', image: null })),
    replyTo: null,
    counts: countRows({
      reactions: likesOf(graph, post),
      comments: commentsOf(post),
      shares: sharesOf(graph, post),
      views: viewsOf(graph, post),
    }),
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
