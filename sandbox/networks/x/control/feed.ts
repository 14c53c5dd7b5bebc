import type { Network } from '../../../core/network.ts'
import { lengthOf } from '../../../core/pages/frame/time.ts'
import { countRows, newestOf } from '../../../core/pages/posts/feed.ts'
import type { FeedPost } from '../../../core/pages/posts/feed-post.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import { countsOf } from '../figures/metrics.ts'
import { usernameOf } from '../people/users.ts'
import { type Piece, piecesOf } from '../posts/text.ts'
import type { Platform } from '../state/platform.ts'
import type { Post } from '../state/records.ts'

export function listFeed(platform: Platform, { account, limit }: Parameters<Network['feed']>[0]): readonly FeedPost[] {
  const from = account === null ? [...platform.posts.values()] : (platform.person(account)?.posts ?? [])
  return newestOf(from, limit, ({ deleted }) => !deleted).map((post) => shown(platform, post))
}

function shown(platform: Platform, post: Post): FeedPost {
  const { person, media, poll } = post
  const counts = countsOf(platform, post)
  const nowMs = platform.world.clock.ms()
  return {
    id: post.id,
    account: person.name,
    displayName: displayNameOf(person.name),
    ...(person.premium ? { notes: ['Premium'] } : {}),
    handle: `@${usernameOf(person)}`,
    at: post.at,
    text: piecesOf(post.text).map(linked),
    ...(poll ? { poll: { options: poll.options, ends: `open for ${lengthOf(poll.minutes * 60_000)}` } } : {}),
    media: media.map((file) => ({
      kind: file.kind === 'video' ? 'video' : 'image',
      url: file.readyAtMs <= nowMs ? file.url : null,
      alt: file.altText ?? '',
    })),
    replyTo: post.replyTo?.id ?? null,
    counts: countRows({
      replies: counts.replies,
      reposts: counts.reposts,
      likes: counts.likes,
      views: counts.impressions,
    }),
  }
}

const linked = ({ kind, text }: Piece) =>
  kind === 'url' ? { text, href: /^https?:/i.test(text) ? text : `http://${text}` } : { text }
