import { noToken, route } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { drawAvatar } from '../../../core/pages/posts/draw-avatar.ts'
import { toFeed } from '../../../core/pages/posts/links.ts'
import type { Instance } from '../state/platform.ts'
import { notFound } from '../wire/refusals.ts'

/** The targets of permalinks to people and statuses, and profile images. */
export function pageRoutes(instance: Instance): readonly Route[] {
  const feedAt = (handle: string | undefined, id?: string) => {
    const name = handle?.startsWith('@') ? handle.slice(1) : null
    const account = name === null ? null : instance.person(name)
    if (!account || (id !== undefined && !instance.statuses.has(id))) return notFound()
    return toFeed(instance, account.name, id)
  }
  return [
    route('GET', '/avatars/:file', 'getAvatar', noToken, ({ params }) => drawAvatar(params.file ?? '')),
    route('GET', '/:handle', 'getProfilePage', noToken, ({ params }) => feedAt(params.handle)),
    route('GET', '/:handle/:id', 'getStatusPage', noToken, ({ params }) => feedAt(params.handle, params.id)),
  ]
}
