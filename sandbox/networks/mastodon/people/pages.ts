import type { Route } from '../../../core/network.ts'
import { drawPicture, toFeed } from '../../../core/pages/posts/links.ts'
import type { Instance } from '../state/platform.ts'
import { notFound } from '../wire/refusals.ts'

/** The targets of permanent links to people and statuses, and their pictures. */
export function pageRoutes(instance: Instance): readonly Route[] {
  const feedAt = (handle: string | undefined, id?: string) => {
    const name = handle?.startsWith('@') ? handle.slice(1) : null
    const account = name === null ? null : instance.person(name)
    if (!account || (id !== undefined && !instance.statuses.has(id))) return notFound()
    return toFeed(instance, account.name, id)
  }
  return [
    {
      method: 'GET',
      path: '/avatars/:file',
      call: 'getAvatar',
      handle: ({ params }) => drawPicture((params.file ?? '').replace(/\.svg$/, ''), { background: '#6364ff' }),
    },
    { method: 'GET', path: '/:handle', call: 'getProfilePage', handle: ({ params }) => feedAt(params.handle) },
    {
      method: 'GET',
      path: '/:handle/:id',
      call: 'getStatusPage',
      handle: ({ params }) => feedAt(params.handle, params.id),
    },
  ]
}
