import type { Route } from '../../../core/network.ts'
import { drawPicture, toFeed } from '../../../core/pages/posts/links.ts'
import type { Platform } from '../state/platform.ts'
import type { Person } from '../state/records.ts'
import { refusal } from '../wire/errors.ts'

/** The pages behind the permanent links of videos, and the pictures of channels. */
export function pageRoutes(platform: Platform): readonly Route[] {
  const show = (id: string) => {
    const video = platform.videos.get(id)
    return video && !video.deleted
      ? toFeed(platform, video.person.name, video.id)
      : refusal(404, 'videoNotFound', 'This video isn’t available any more.')
  }
  return [
    { method: 'GET', path: '/watch', call: 'getVideoPage', handle: ({ query }) => show(query.get('v') ?? '') },
    { method: 'GET', path: '/shorts/:id', call: 'getVideoPage', handle: ({ params }) => show(params.id ?? '') },
    {
      method: 'GET',
      path: '/avatars/:name',
      call: 'getAvatar',
      handle: ({ params }) => drawPicture(params.name ?? '', { background: '#606060', corner: 50 }),
    },
  ]
}

export const avatarOf = (platform: Platform, { name }: Person): string => `${platform.base()}/avatars/${name}`
