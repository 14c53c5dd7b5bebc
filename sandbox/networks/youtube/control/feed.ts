import type { Network } from '../../../core/network.ts'
import { countRows, linkPieces, newestOf } from '../../../core/pages/posts/feed.ts'
import type { FeedPost } from '../../../core/pages/posts/feed-post.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import { countsOf } from '../figures/metrics.ts'
import { handleOf } from '../people/channels.ts'
import type { Platform } from '../state/platform.ts'
import type { Video } from '../state/records.ts'
import { privacyOf } from '../videos/life.ts'

export function listFeed(platform: Platform, { account, limit }: Parameters<Network['feed']>[0]): readonly FeedPost[] {
  const all = account === null ? [...platform.videos.values()] : (platform.person(account)?.videos ?? [])
  return newestOf(all, limit, ({ deleted, status }) => !deleted && status === 'processed').map((video) =>
    shown(platform, video),
  )
}

function shown(platform: Platform, video: Video): FeedPost {
  const { id, person, requested, file, thumbnail, captions, atMs } = video
  const { views, likes, comments } = countsOf(platform, video)
  const privacy = privacyOf(platform, video)
  const notes = [
    ...(privacy === 'public' ? [] : [privacy]),
    ...(requested.publishAtMs === null || privacy === 'public'
      ? []
      : [`public on ${new Date(requested.publishAtMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`]),
    ...(thumbnail === null ? [] : ['own thumbnail']),
    ...captions.map(({ language }) => `CC ${language}`),
  ]
  return {
    id,
    account: person.name,
    displayName: displayNameOf(person.name),
    handle: handleOf(person),
    notes,
    title: requested.title,
    at: new Date(atMs),
    text: linkPieces(requested.description),
    media: [{ kind: 'video', url: file.url, alt: '', ...(thumbnail ? { cover: thumbnail.url } : {}) }],
    replyTo: null,
    counts: countRows({ views, likes, comments }),
  }
}
