import { ok } from '../../../core/http/request.ts'
import { route, withToken } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { requireCaller } from '../auth/callers.ts'
import { forReading } from '../auth/scopes.ts'
import type { Platform } from '../state/platform.ts'
import { no } from '../wire/errors.ts'
import { partsOf, picked } from '../wire/fields.ts'

/** The categories of a region. Only some of them can be assigned to a video. */
const categories: readonly (readonly [id: string, title: string, assignable: boolean])[] = [
  ['1', 'Film & Animation', true],
  ['2', 'Autos & Vehicles', true],
  ['10', 'Music', true],
  ['15', 'Pets & Animals', true],
  ['17', 'Sports', true],
  ['18', 'Short Movies', false],
  ['19', 'Travel & Events', true],
  ['20', 'Gaming', true],
  ['21', 'Videoblogging', false],
  ['22', 'People & Blogs', true],
  ['23', 'Comedy', true],
  ['24', 'Entertainment', true],
  ['25', 'News & Politics', true],
  ['26', 'Howto & Style', true],
  ['27', 'Education', true],
  ['28', 'Science & Technology', true],
  ['29', 'Nonprofits & Activism', true],
  ['30', 'Movies', false],
]

/** The route of the categories that a video may have. A request names a region. */
export function categoryRoutes(platform: Platform): readonly Route[] {
  return [
    route('GET', '/youtube/v3/videoCategories', 'listVideoCategories', withToken, (incoming) => {
      requireCaller(platform, incoming, forReading)
      const region = incoming.query.get('regionCode')
      if (region === null) no(400, 'missingRequiredParameter', 'No filter selected. Expected one of: id, regionCode')
      if (!/^[A-Z]{2}$/.test(region)) no(404, 'videoCategoryNotFound', 'The video category could not be found.')
      const parts = partsOf(incoming)
      const items = categories.map(([id, title, assignable]) =>
        picked({ kind: 'youtube#videoCategory', id, snippet: { title, assignable } }, parts),
      )
      return ok({ kind: 'youtube#videoCategoryListResponse', items })
    }),
  ]
}
