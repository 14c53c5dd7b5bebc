import type { Network } from '../../../core/network.ts'
import { countRows, newestOf } from '../../../core/pages/posts/feed.ts'
import type { FeedPost } from '../../../core/pages/posts/feed-post.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import { countsOf } from '../figures/metrics.ts'
import { type Platform, usernameOf } from '../state/platform.ts'
import type { Pin } from '../state/records.ts'

export function listFeed(platform: Platform, { account, limit }: Parameters<Network['feed']>[0]): readonly FeedPost[] {
  const pins = account === null ? [...platform.pins.values()] : (platform.person(account)?.pins ?? [])
  return newestOf(pins, limit).map((pin) => shown(platform, pin))
}

function shown(platform: Platform, pin: Pin): FeedPost {
  const { person, title, description, link, media, altText, board } = pin
  const counts = countsOf(platform, pin)
  return {
    id: pin.id,
    account: person.name,
    displayName: displayNameOf(person.name),
    handle: usernameOf(person),
    notes: [board.privacy === 'SECRET' ? `${board.name}, a secret board` : board.name],
    ...(title === null ? {} : { title }),
    at: pin.at,
    text: [
      ...(description === null ? [] : [{ text: description }]),
      ...(link === null ? [] : [{ text: '\n' }, { text: URL.parse(link)?.hostname ?? link, href: link }]),
    ],
    media: media.map(({ kind, url }) => ({ kind, url, alt: altText ?? '' })),
    replyTo: null,
    counts: countRows({ saves: counts.saves, reactions: counts.reactions, impressions: counts.impressions }),
  }
}
