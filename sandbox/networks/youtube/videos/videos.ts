import { ok } from '../../../core/http/request.ts'
import { route, withToken } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { requireCaller } from '../auth/callers.ts'
import { forReading } from '../auth/scopes.ts'
import type { Platform } from '../state/platform.ts'
import type { Person } from '../state/records.ts'
import { no } from '../wire/errors.ts'
import { partsOf, picked } from '../wire/fields.ts'
import { privacyOf } from './life.ts'
import { shownVideo } from './shown.ts'

const path = '/youtube/v3/videos'
const idsMax = 50

/** The routes that return videos by ID, and delete one. A missing video is omitted from the response. */
export function videoRoutes(platform: Platform): readonly Route[] {
  return [
    route(
      'GET',
      path,
      'getVideo',
      {
        ...withToken,
        calls: {
          names: ['getVideo', 'getStatistics'],
          of: ({ query }) => ((query.get('part') ?? '').includes('statistics') ? 'getStatistics' : 'getVideo'),
        },
        processes: true,
      },
      (incoming) => {
        const person = requireCaller(platform, incoming, forReading)
        const parts = partsOf(incoming)
        const ids = (incoming.query.get('id') ?? '').split(',').filter(Boolean)
        if (ids.length === 0 || ids.length > idsMax) no(400, 'invalidFilters', 'Name up to 50 ids.')
        const items = ids
          .flatMap((id) => visible(platform, person, id))
          .map((video) => picked(shownVideo(platform, video), parts))
        return ok({ kind: 'youtube#videoListResponse', items, pageInfo: { totalResults: items.length } })
      },
    ),
  ]
}

/** Returns a video if the person can see it. A private video is visible only to its channel. */
function visible(platform: Platform, person: Person, id: string) {
  const video = platform.videos.get(id)
  if (!video || video.deleted) return []
  return video.person === person || privacyOf(platform, video) !== 'private' ? [video] : []
}
