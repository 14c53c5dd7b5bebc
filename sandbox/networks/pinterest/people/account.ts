import { ok } from '../../../core/http/request.ts'
import { noToken, route, withToken } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { drawAvatar } from '../../../core/pages/posts/draw-avatar.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import { requireCaller } from '../auth/callers.ts'
import { followersOf } from '../figures/metrics.ts'
import { type Platform, usernameOf } from '../state/platform.ts'

/** The route that returns the signed-in person. One login is one account. */
export function accountRoutes(platform: Platform): readonly Route[] {
  return [
    route('GET', '/user_account', 'getUserAccount', withToken, (incoming) => {
      const { person } = requireCaller(platform, incoming, ['user_accounts:read'])
      return ok({
        id: person.id,
        username: usernameOf(person),
        business_name: person.isBusiness ? `${displayNameOf(person.name)}’s workshop` : null,
        account_type: person.isBusiness ? 'BUSINESS' : 'PINNER',
        profile_image: `${platform.base()}/avatars/${person.name}.png`,
        website_url: '',
        about: '',
        follower_count: followersOf(platform, person),
        following_count: 12,
        pin_count: person.pins.length,
        board_count: person.boards.length,
        monthly_views: 0,
      })
    }),
    route('GET', '/pin/:id/', 'getPinPage', noToken, ({ params }) => {
      const pin = platform.pins.get(params.id ?? '')
      if (!pin) return { status: 404, body: 'There is no such Pin.' }
      return {
        status: 302,
        headers: { location: `${platform.world.url()}/feed/pinterest/${pin.person.name}#${pin.id}` },
      }
    }),
    route('GET', '/avatars/:file', 'getAvatar', noToken, ({ params }) => drawAvatar(params.file ?? '')),
  ]
}
