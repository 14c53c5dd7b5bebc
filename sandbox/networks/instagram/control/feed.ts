import type { FeedPost, Network } from '../../../core/network.ts'
import { linkPieces, newestOf } from '../../../core/pages/feed.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import { usernameOf } from '../../meta/people.ts'
import { countsOf } from '../figures/metrics.ts'
import { isThere } from '../posts/find.ts'
import { productOf } from '../posts/media.ts'
import type { Platform } from '../state/platform.ts'
import type { Comment, Post } from '../state/records.ts'

/** A grid of squares, with comments across it. The one whose address was followed is a whole post; the time of a post is its address. */
export const css = `
body:has(main.instagram) { background: light-dark(#fff, #000); color: light-dark(#000, #f5f5f5) }
main.instagram { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 4px; align-items: start }
main.instagram > .empty, main.instagram article:target { grid-column: 1 / -1 }
main.instagram article { border: 0; border-radius: 0; margin: 0; padding: 0 }
main.instagram article header span, main.instagram article footer { color: light-dark(#737373, #a8a8a8) }
main.instagram p a { color: light-dark(#00376b, #e0f1ff) }
main.instagram article:target { border: 1px solid light-dark(#dbdbdb, #262626); border-radius: 4px; padding: 1rem }
main.instagram article:target .face { grid-row: 1 }
main.instagram article:target > :not(.face, header) { grid-column: 1 / -1; order: 2 }
main.instagram article:target > .media { order: 1; margin-block: .75rem .5rem }
main.instagram .media { display: flex; overflow-x: auto; scroll-snap-type: x mandatory; gap: 0 }
main.instagram .media figure { flex: 0 0 100%; scroll-snap-align: start }
main.instagram .media img, main.instagram .media video { border-radius: 0 }
main.instagram article:not(:target) { position: relative; display: block; aspect-ratio: 1; overflow: hidden; background: light-dark(#efefef, #262626) }
main.instagram article:not(:target) > :not(.media, header, footer) { display: none }
main.instagram article:not(:target) :is(.media, figure) { height: 100%; margin: 0; overflow: hidden }
main.instagram article:not(:target) :is(img, video) { height: 100%; max-height: none }
main.instagram article:not(:target) figcaption { display: none }
main.instagram article:not(:target) header > * { position: absolute; inset: 0; overflow: hidden; color: transparent }
main.instagram article:not(:target) header a { position: absolute; inset: 0; z-index: 1; color: transparent }
main.instagram article:not(:target) footer { position: absolute; inset: auto 0 0; padding: .375rem .5rem; background: #0009; color: #fff; opacity: 0; pointer-events: none }
main.instagram article:not(:target) footer .wire { display: none }
main.instagram article:not(:target):is(:hover, :focus-within) footer { opacity: 1 }
main.instagram article:not(:has(.media)) { grid-column: 1 / -1; padding: .5rem 1rem }
main.instagram article:not(:has(.media)):not(:target) { aspect-ratio: auto; background: none }
main.instagram article:not(:has(.media)):not(:target) > :not(.media, header, footer) { display: block }
main.instagram article:not(:target):has(figure + figure)::after { content: "❐"; position: absolute; inset: .25rem .5rem auto auto; color: #fff; text-shadow: 0 0 4px #000 }`

const kinds = { FEED: '', REELS: ' · Reel', STORY: ' · Story' }

export function listFeed(platform: Platform, { account, limit }: Parameters<Network['feed']>[0]): readonly FeedPost[] {
  const all = account === null ? [...platform.posts.values()] : (platform.person(account)?.posts ?? [])
  return newestOf(all, limit, (post) => isThere(platform, post))
    .flatMap((post) => [shown(platform, post), ...(post.hasComments ? post.comments : []).flatMap(shownComment)])
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, limit)
}

function shown(platform: Platform, post: Post): FeedPost {
  const { id, person, draft, items, atMs } = post
  const { views, likes, comments: count } = countsOf(platform, post)
  return {
    id,
    account: person.name,
    displayName: displayNameOf(person.name),
    handle: [usernameOf(person), ...draft.collaborators].join(', ') + kinds[productOf(post)],
    at: new Date(atMs),
    text: linkPieces(draft.caption).map(({ text: piece }) => ({ text: piece })),
    media: items.map(({ file, alt }) => ({ kind: file.kind, url: file.url, alt })),
    replyTo: null,
    counts: [
      { name: 'likes', count: likes },
      { name: 'comments', count },
      { name: 'views', count: views },
    ],
  }
}

const shownComment = ({ id, author, post, text, atMs, deleted }: Comment): FeedPost[] =>
  deleted
    ? []
    : [
        {
          id,
          account: author.name,
          displayName: displayNameOf(author.name),
          handle: usernameOf(author),
          at: new Date(atMs),
          text: linkPieces(text).map(({ text: piece }) => ({ text: piece })),
          media: [],
          replyTo: post.id,
          counts: [],
        },
      ]
