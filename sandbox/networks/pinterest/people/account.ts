import type { Route } from '../../../core/network.ts'
import { escaped } from '../../../core/pages/frame/html.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import { requireCaller } from '../auth/callers.ts'
import { followersOf } from '../figures/metrics.ts'
import { type Platform, usernameOf } from '../state/platform.ts'

/** The route that returns the signed-in person. One login is one account. */
export function accountRoutes(platform: Platform): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/user_account',
      call: 'getUserAccount',
      token: 'access',
      handle(incoming) {
        const { person } = requireCaller(platform, incoming, ['user_accounts:read'])
        return {
          status: 200,
          body: {
            id: person.id,
            username: usernameOf(person),
            business_name: person.isBusiness ? `${displayNameOf(person.name)}’s workshop` : null,
            account_type: person.isBusiness ? 'BUSINESS' : 'PINNER',
            profile_image: `${platform.base()}/avatars/${person.name}.svg`,
            website_url: '',
            about: '',
            follower_count: followersOf(platform, person),
            following_count: 12,
            pin_count: person.pins.length,
            board_count: person.boards.length,
            monthly_views: 0,
          },
        }
      },
    },
    {
      method: 'GET',
      path: '/pin/:id/',
      call: 'getPinPage',
      handle({ params }) {
        const pin = platform.pins.get(params.id ?? '')
        if (!pin) return { status: 404, body: 'There is no such Pin.' }
        return {
          status: 302,
          headers: { location: `${platform.world.url()}/feed/pinterest/${pin.person.name}#${pin.id}` },
        }
      },
    },
    {
      method: 'GET',
      path: '/avatars/:file',
      call: 'getAvatar',
      handle: ({ params }) => ({
        status: 200,
        headers: { 'content-type': 'image/svg+xml', 'x-content-type-options': 'nosniff' },
        body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="#e60023"/><text x="50" y="68" font-family="sans-serif" font-size="56" text-anchor="middle" fill="#fff">${escaped(displayNameOf(params.file ?? '').slice(0, 1))}</text></svg>`,
      }),
    },
  ]
}
