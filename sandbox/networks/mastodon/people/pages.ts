import type { Route } from '../../../core/network.ts'
import { escaped } from '../../../core/pages/pages.ts'
import { displayName, type Instance } from '../state/platform.ts'
import { notFound } from '../wire/refusals.ts'

/** The targets of permanent links to people and statuses, and their pictures. */
export function pageRoutes(instance: Instance): readonly Route[] {
  const feedAt = (handle: string | undefined, id?: string) => {
    const name = handle?.startsWith('@') ? handle.slice(1) : null
    const account = name === null ? null : instance.account(name)
    if (!account || (id !== undefined && !instance.statuses.has(id))) return notFound()
    const anchor = id === undefined ? '' : `#${id}`
    return { status: 302, headers: { location: `${instance.world.url()}/feed/mastodon/${account.name}${anchor}` } }
  }
  return [
    { method: 'GET', path: '/avatars/:file', call: 'getAvatar', handle: ({ params }) => avatarOf(params.file ?? '') },
    { method: 'GET', path: '/:handle', call: 'getProfilePage', handle: ({ params }) => feedAt(params.handle) },
    {
      method: 'GET',
      path: '/:handle/:id',
      call: 'getStatusPage',
      handle: ({ params }) => feedAt(params.handle, params.id),
    },
  ]
  function avatarOf(file: string) {
    const name = file.replace(/\.svg$/, '')
    const account = instance.account(name)
    const letter = escaped((account ? displayName(account) : name).slice(0, 1))
    return {
      status: 200,
      headers: { 'content-type': 'image/svg+xml', 'x-content-type-options': 'nosniff' },
      body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="#6364ff"/><text x="50" y="68" font-family="sans-serif" font-size="56" text-anchor="middle" fill="#fff">${letter}</text></svg>`,
    }
  }
}
