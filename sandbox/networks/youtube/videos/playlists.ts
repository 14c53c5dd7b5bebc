import { type Answer, type Incoming, ok } from '../../../core/http/request.ts'
import { route, withToken, writing } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { requireCaller } from '../auth/callers.ts'
import { forReading, forWriting } from '../auth/scopes.ts'
import type { Platform } from '../state/platform.ts'
import type { Person, Video } from '../state/records.ts'
import { no } from '../wire/errors.ts'
import { bodyOf, partsOf, picked, textIn, treeIn } from '../wire/fields.ts'

const itemsPath = '/youtube/v3/playlistItems'

/** The routes of playlists. One of them is the list of all uploads, which only its owner sees completely. */
export function playlistRoutes(platform: Platform): readonly Route[] {
  return [
    route('GET', '/youtube/v3/playlists', 'listPlaylists', withToken, (incoming) => {
      const person = requireCaller(platform, incoming, forReading)
      const parts = partsOf(incoming)
      const items = person.playlists.map(({ id, title }) =>
        picked({ kind: 'youtube#playlist', id, snippet: { title }, status: { privacyStatus: 'public' } }, parts),
      )
      return ok({ kind: 'youtube#playlistListResponse', items })
    }),
    route(
      'GET',
      itemsPath,
      'listUploads',
      {
        ...withToken,
        calls: {
          names: ['listUploads', 'getPlaylistItem'],
          of: ({ query }) => (query.has('videoId') ? 'getPlaylistItem' : 'listUploads'),
        },
      },
      (incoming) => listItems(platform, incoming),
    ),
    route('POST', itemsPath, 'insertPlaylistItem', { ...writing, accepts: ['json'] }, (incoming) =>
      addItem(platform, incoming),
    ),
  ]
}

interface Item {
  readonly id: string
  readonly video: Video
}

function listItems(platform: Platform, incoming: Incoming): Answer {
  const person = requireCaller(platform, incoming, forReading)
  const { query } = incoming
  const parts = partsOf(incoming)
  const max = Math.min(50, Number(query.get('maxResults') ?? 5))
  const from = Number(query.get('pageToken') ?? 0)
  const wanted = query.get('videoId')
  const all = itemsIn(platform, person, query.get('playlistId') ?? '').filter(
    ({ video }) => !video.deleted && (wanted === null || video.id === wanted),
  )
  const items = all.slice(from, from + max).map(({ id, video }) =>
    picked(
      {
        kind: 'youtube#playlistItem',
        id,
        snippet: {
          publishedAt: new Date(video.atMs).toISOString(),
          title: video.requested.title,
          description: video.requested.description,
          resourceId: { kind: 'youtube#video', videoId: video.id },
        },
        contentDetails: { videoId: video.id, videoPublishedAt: new Date(video.atMs).toISOString() },
      },
      parts,
    ),
  )
  const more = from + max < all.length ? { nextPageToken: String(from + max) } : {}
  return ok({ kind: 'youtube#playlistItemListResponse', ...more, items })
}

function itemsIn({ world, rules }: Platform, person: Person, playlistId: string): readonly Item[] {
  if (playlistId === person.uploadsId) {
    const untilMs = world.clock.ms() - rules.listingLagMs
    return person.videos
      .filter(({ atMs }) => atMs <= untilMs)
      .toReversed()
      .map((video) => ({ id: `UU.${video.id}`, video }))
  }
  return requirePlaylist(person, playlistId).items
}

const requirePlaylist = ({ playlists }: Person, id: string) =>
  playlists.find((one) => one.id === id) ??
  no(404, 'playlistNotFound', 'The playlist identified with the request’s playlistId parameter cannot be found.')

/** Adds a video, even if it is already in the list. */
function addItem(platform: Platform, incoming: Incoming): Answer {
  const person = requireCaller(platform, incoming, forWriting)
  const snippet = treeIn(bodyOf(incoming), 'snippet')
  const playlist = requirePlaylist(person, textIn(snippet, 'playlistId', 'playlistIdRequired'))
  const video = platform.videos.get(textIn(treeIn(snippet, 'resourceId'), 'videoId', 'invalidResourceType'))
  if (!video || video.deleted)
    return no(404, 'videoNotFound', 'The video that you are trying to add to the playlist cannot be found.')
  const item = { id: `${playlist.id}.${playlist.items.length + 1}`, video }
  playlist.items.push(item)
  return ok({ kind: 'youtube#playlistItem', id: item.id })
}
