import type { FeedPost, Network } from '../../../core/network.ts'
import { countRows, newestOf } from '../../../core/pages/feed.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import { countsOf } from '../figures/metrics.ts'
import { usernameOf } from '../people/users.ts'
import { type Piece, piecesOf } from '../posts/text.ts'
import type { Platform } from '../state/platform.ts'
import type { Post } from '../state/records.ts'

export const css = `
body:has(main.x) { background: light-dark(#fff, #000); color: light-dark(#0f1419, #e7e9ea) }
main.x article { border: 0; border-bottom: 1px solid light-dark(#eff3f4, #2f3336); border-radius: 0; margin: 0; padding: .75rem 0 }
main.x article header span, main.x article footer { color: light-dark(#536471, #8b98a5) }
main.x a { color: light-dark(#0f6cb3, #1d9bf0); text-decoration: none }
main.x .media { gap: 2px; border-radius: 1rem; overflow: hidden; border: 1px solid light-dark(#cfd9de, #2f3336) }
main.x .media img, main.x .media video { border-radius: 0 }
main.x figcaption { padding: .25rem .75rem .5rem }`

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
    displayName: `${displayNameOf(person.name)}${person.premium ? ' ✓' : ''}`,
    handle: `@${usernameOf(person)}`,
    at: post.at,
    text: [...piecesOf(post.text).map(linked), ...(poll?.options ?? []).map((option) => ({ text: `\n○ ${option}` }))],
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
