import { noToken, route } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { drawAvatar } from '../../../core/pages/posts/draw-avatar.ts'
import { toFeed } from '../../../core/pages/posts/links.ts'
import type { Platform } from '../state/platform.ts'
import type { Person } from '../state/records.ts'
import { refusal } from '../wire/errors.ts'

/** The pages behind the permalinks of videos, and the images of channels. */
export function pageRoutes(platform: Platform): readonly Route[] {
  const show = (id: string) => {
    const video = platform.videos.get(id)
    return video && !video.deleted
      ? toFeed(platform, video.person.name, video.id)
      : refusal(404, 'videoNotFound', 'This video isn’t available any more.')
  }
  return [
    route('GET', '/watch', 'getVideoPage', noToken, ({ query }) => show(query.get('v') ?? '')),
    route('GET', '/shorts/:id', 'getVideoPage', noToken, ({ params }) => show(params.id ?? '')),
    route('GET', '/avatars/:name', 'getAvatar', noToken, ({ params }) => drawAvatar(params.name ?? '')),
  ]
}

export const avatarOf = (platform: Platform, { name }: Person): string => `${platform.base()}/avatars/${name}`
