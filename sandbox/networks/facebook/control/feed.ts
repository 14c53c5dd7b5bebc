import type { Network } from '../../../core/network.ts'
import { countRows, linkPieces } from '../../../core/pages/posts/feed.ts'
import type { FeedPost } from '../../../core/pages/posts/feed-post.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import { commentsOf, likesOf, sharesOf, viewsOf } from '../figures/metrics.ts'
import type { Graph } from '../state/platform.ts'
import type { Comment, Post } from '../state/records.ts'

/** Returns the visible content of the pages: posts, stories, and their comments. */
export function listFeed(graph: Graph, { account, limit }: Parameters<Network['feed']>[0]): readonly FeedPost[] {
  const pages = account === null ? [...graph.people.values()].flatMap(({ pages: all }) => all) : pagesOf(graph, account)
  return pages
    .flatMap(({ posts }) => posts.slice(-limit))
    .filter(({ deleted, publishedAtMs }) => !deleted && publishedAtMs !== null)
    .flatMap((post) => [
      shown(graph, post),
      ...post.comments.filter(({ deleted, isHidden }) => !deleted && !isHidden).map(shownComment),
    ])
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, limit)
}

const pagesOf = (graph: Graph, name: string) => {
  const page = graph.page(name)
  return page ? [page] : (graph.person(name)?.pages ?? [])
}

const kinds: Readonly<Record<string, string>> = { story: 'Story', reel: 'Reel' }

function shown(graph: Graph, post: Post): FeedPost {
  const { page, video, photos } = post
  const { cards = post.link === null ? [] : [post.link] } = post
  return {
    id: post.id,
    account: page.name,
    displayName: page.displayName,
    handle: page.username ?? page.name,
    ...(kinds[post.kind] === undefined ? {} : { kind: kinds[post.kind] }),
    notes: post.editedAtMs === null ? [] : ['Edited'],
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

const shownComment = ({ id, post, author, message, photo, createdAtMs }: Comment): FeedPost => ({
  id,
  account: author?.name ?? post.page.name,
  displayName: author ? displayNameOf(author.name) : post.page.displayName,
  handle: author ? author.name : 'Author',
  at: new Date(createdAtMs),
  text: linkPieces(message),
  media: photo ? [{ kind: 'image', url: photo.url, alt: photo.alt }] : [],
  replyTo: post.id,
  counts: [],
})
