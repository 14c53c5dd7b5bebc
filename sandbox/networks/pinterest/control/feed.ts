import type { FeedPost, Network } from '../../../core/network.ts'
import { countRows, newestOf } from '../../../core/pages/feed.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import { countsOf } from '../figures/metrics.ts'
import { type Platform, usernameOf } from '../state/platform.ts'
import type { Pin } from '../state/records.ts'

export const css = `
body:has(main.pinterest) { background: light-dark(#fff, #111) }
body:has(main.pinterest) .heading, main.pinterest { max-width: 72rem }
main.pinterest { columns: 15rem; column-gap: 1rem }
main.pinterest .empty { column-span: all }
main.pinterest article { display: block; break-inside: avoid; border: 0; padding: 0 0 .75rem }
main.pinterest article .face { display: none }
main.pinterest article { display: flex; flex-direction: column } main.pinterest .media { order: -1 } main.pinterest article header { order: 1; font-size: .875rem } main.pinterest article footer { order: 2 }
main.pinterest article header span, main.pinterest article footer { color: light-dark(#666, #aaa) }
main.pinterest a { font-weight: 600 }
main.pinterest .media img, main.pinterest .media video { border-radius: 1rem }`

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
    handle: `${usernameOf(person)} · ${board.name}${board.privacy === 'SECRET' ? ' 🔒' : ''}`,
    at: pin.at,
    text: [
      ...(title === null ? [] : [{ text: `${title}\n` }]),
      ...(description === null ? [] : [{ text: description }]),
      ...(link === null ? [] : [{ text: '\n' }, { text: URL.parse(link)?.hostname ?? link, href: link }]),
    ],
    media: media.map(({ kind, url }) => ({ kind, url, alt: altText ?? '' })),
    replyTo: null,
    counts: countRows({ saves: counts.saves, reactions: counts.reactions, impressions: counts.impressions }),
  }
}
