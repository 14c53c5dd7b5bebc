import type { FeedPost, Network } from '../../../core/network.ts'
import { countRows, linkPieces, newestOf } from '../../../core/pages/feed.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import { countsOf } from '../figures/metrics.ts'
import { handleOf } from '../people/channels.ts'
import type { Platform } from '../state/platform.ts'
import type { Video } from '../state/records.ts'
import { privacyOf } from '../videos/life.ts'

export const css = `
body:has(main.youtube) .heading, main.youtube { max-width: 72rem }
main.youtube { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(22rem, 100%), 1fr)); gap: 2rem 1rem; align-items: start }
main.youtube .empty { grid-column: 1 / -1 }
main.youtube article { display: flex; flex-direction: column; margin: 0; border: 0; background: none }
main.youtube .media { order: -1; margin: -1rem -1rem .75rem; border-radius: .75rem; overflow: hidden; background: #000 }
main.youtube .media img, main.youtube .media video { border-radius: 0; width: 100%; aspect-ratio: 16 / 9; object-fit: contain }
main.youtube article p::first-line { font-weight: 600; font-size: 1.05em }`

export function listFeed(platform: Platform, { account, limit }: Parameters<Network['feed']>[0]): readonly FeedPost[] {
  const all = account === null ? [...platform.videos.values()] : (platform.person(account)?.videos ?? [])
  return newestOf(all, limit, ({ deleted, status }) => !deleted && status === 'processed').map((video) =>
    shown(platform, video),
  )
}

function shown(platform: Platform, video: Video): FeedPost {
  const { id, person, wish, file, thumbnail, captions, atMs } = video
  const { views, likes, comments } = countsOf(platform, video)
  const privacy = privacyOf(platform, video)
  const notes = [
    ...(privacy === 'public' ? [] : [privacy]),
    ...(wish.publishAtMs === null || privacy === 'public'
      ? []
      : [`public ${new Date(wish.publishAtMs).toISOString()}`]),
    ...(thumbnail === null ? [] : ['own thumbnail']),
    ...captions.map(({ language }) => `CC ${language}`),
  ]
  return {
    id,
    account: person.name,
    displayName: displayNameOf(person.name),
    handle: [handleOf(person), ...notes].join(' · '),
    at: new Date(atMs),
    text: [{ text: `${wish.title}\n` }, ...linkPieces(wish.description)],
    media: [{ kind: 'video', url: file.url, alt: '' }],
    replyTo: null,
    counts: countRows({ views, likes, comments }),
  }
}
