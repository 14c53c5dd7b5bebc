import type { Network } from '../../../core/network.ts'
import { linkPieces, newestOf } from '../../../core/pages/posts/feed.ts'
import type { FeedPost } from '../../../core/pages/posts/feed-post.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import { usernameOf } from '../../meta/people.ts'
import { countsOf } from '../figures/metrics.ts'
import { isThere } from '../posts/find.ts'
import { productOf } from '../posts/media.ts'
import type { Platform } from '../state/platform.ts'
import type { Comment, Post } from '../state/records.ts'

const kinds = { FEED: {}, REELS: { kind: 'Reel' }, STORY: { kind: 'Story' } }

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
    handle: [usernameOf(person), ...draft.collaborators].join(', '),
    ...kinds[productOf(post)],
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

const shownComment = ({ id, author, post, text, atMs, deleted, isHidden }: Comment): FeedPost[] =>
  deleted || isHidden
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
