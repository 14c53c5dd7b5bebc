import type { Route } from '../../../core/network.ts'
import { escaped } from '../../../core/pages/pages.ts'
import type { Platform } from '../state/platform.ts'
import { notFound } from '../wire/refusals.ts'

/** The targets of permanent links to posts, and the pictures of members and organizations. */
export function pageRoutes(platform: Platform): readonly Route[] {
  const show = (path: string): Route => ({
    method: 'GET',
    path,
    call: 'getPostPage',
    handle({ params }) {
      const post = platform.posts.get(params.urn ?? '') ?? notFound(params.urn ?? '')
      return {
        status: 302,
        headers: { location: `${platform.world.url()}/feed/linkedin/${post.author.name}#${post.urn}` },
      }
    },
  })
  const who = (path: string): Route => ({
    method: 'GET',
    path,
    call: 'getProfilePage',
    handle: ({ params }) => ({
      status: 302,
      headers: { location: `${platform.world.url()}/feed/linkedin/${encodeURIComponent(params.name ?? '')}` },
    }),
  })
  return [
    show('/feed/update/:urn'),
    show('/feed/update/:urn/'),
    who('/in/:name'),
    who('/in/:name/'),
    who('/company/:name'),
    who('/company/:name/'),
    {
      method: 'GET',
      path: '/pictures/:kind/:name',
      call: 'getPicture',
      handle: ({ params, query }) => pictureOf(platform, params, Number(query.get('e'))),
    },
  ]
}

/** The address of a picture expires after some weeks, as at the real network. */
function pictureOf({ world }: Platform, { kind, name = '' }: Readonly<Record<string, string>>, untilSeconds: number) {
  if (!(untilSeconds * 1_000 > world.clock.ms())) return { status: 403 }
  const corner = kind === 'logo' ? 0 : 50
  return {
    status: 200,
    headers: { 'content-type': 'image/svg+xml', 'x-content-type-options': 'nosniff' },
    body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="${corner}" fill="#0a66c2"/><text x="50" y="68" font-family="sans-serif" font-size="56" text-anchor="middle" fill="#fff">${escaped(name.slice(0, 1).toUpperCase())}</text></svg>`,
  }
}
