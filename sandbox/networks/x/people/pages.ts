import type { Answer } from '../../../core/http/request.ts'
import type { Route } from '../../../core/network.ts'
import { escaped } from '../../../core/pages/pages.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import type { Platform } from '../state/platform.ts'
import { problem } from '../wire/problems.ts'

/** The pages behind the permanent links of posts, and the avatars of people. */
export function pageRoutes(platform: Platform): readonly Route[] {
  const show = (id: string): Answer => {
    const post = platform.posts.get(id)
    if (!post) return problem(404, { title: 'Not Found', detail: 'Not Found' })
    return { status: 302, headers: { location: `${platform.world.url()}/feed/x/${post.person.name}#${post.id}` } }
  }
  return [
    {
      method: 'GET',
      path: '/i/web/status/:id',
      call: 'getPostPage',
      handle: ({ params }) => show(params.id ?? ''),
    },
    {
      method: 'GET',
      path: '/:username/status/:id',
      call: 'getPostPage',
      handle: ({ params }) => show(params.id ?? ''),
    },
    { method: 'GET', path: '/avatars/:file', call: 'getAvatar', handle: ({ params }) => avatarOf(params.file ?? '') },
  ]
}

function avatarOf(file: string): Answer {
  const letter = escaped(displayNameOf(file).slice(0, 1))
  return {
    status: 200,
    headers: { 'content-type': 'image/svg+xml', 'x-content-type-options': 'nosniff' },
    body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="#1d9bf0"/><text x="50" y="68" font-family="sans-serif" font-size="56" text-anchor="middle" fill="#fff">${letter}</text></svg>`,
  }
}
