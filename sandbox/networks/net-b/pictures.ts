import type { Route } from '../../core/network.ts'
import { escaped } from '../../core/pages.ts'

export const pictureRoutes = (): readonly Route[] => [
  {
    method: 'GET',
    path: '/pictures/:file',
    call: 'getPicture',
    handle: ({ params }) => ({
      status: 200,
      headers: { 'content-type': 'image/svg+xml', 'x-content-type-options': 'nosniff' },
      body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="#1877f2"/><text x="50" y="68" font-family="sans-serif" font-size="56" text-anchor="middle" fill="#fff">${escaped((params.file ?? '').slice(0, 1).toUpperCase())}</text></svg>`,
    }),
  },
]
