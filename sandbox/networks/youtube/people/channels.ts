import { ok } from '../../../core/http/request.ts'
import { route, withToken } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import { requireCaller } from '../auth/callers.ts'
import { forReading } from '../auth/scopes.ts'
import { subscribersOf, totalViewsOf } from '../figures/metrics.ts'
import type { Platform } from '../state/platform.ts'
import type { Person } from '../state/records.ts'
import { partsOf, picked } from '../wire/fields.ts'
import { avatarOf } from './pages.ts'

export const handleOf = ({ name }: Pick<Person, 'name'>): string => `@${name}`

/** The route that returns the caller's channel. A Google account need not have one. */
export const channelRoutes = (platform: Platform): readonly Route[] => [
  route('GET', '/youtube/v3/channels', 'getChannel', withToken, (incoming) => {
    const person = requireCaller(platform, incoming, forReading)
    const parts = partsOf(incoming)
    const items = person.hasChannel ? [picked(shownChannel(platform, person), parts)] : []
    return ok({ kind: 'youtube#channelListResponse', ...(items.length > 0 ? { items } : {}) })
  }),
]

function shownChannel(platform: Platform, person: Person) {
  const { channelId, uploadsId, hasPhone, name, videos } = person
  const url = avatarOf(platform, person)
  return {
    kind: 'youtube#channel',
    id: channelId,
    snippet: {
      title: displayNameOf(name),
      description: '',
      customUrl: handleOf(person),
      thumbnails: { default: { url }, medium: { url }, high: { url } },
    },
    contentDetails: { relatedPlaylists: { likes: '', uploads: uploadsId } },
    statistics: {
      viewCount: String(totalViewsOf(platform, person)),
      subscriberCount: rounded(subscribersOf(platform, person)),
      hiddenSubscriberCount: false,
      videoCount: String(videos.filter(({ deleted }) => !deleted).length),
    },
    status: { privacyStatus: 'public', isLinked: true, longUploadsStatus: hasPhone ? 'allowed' : 'eligible' },
  }
}

/** Rounds the number of subscribers to three digits. */
const rounded = (count: number): string => String(Number(count.toPrecision(3)))
