import { route, withToken } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import { requireCaller } from '../auth/callers.ts'
import { followersOf, totalLikesOf } from '../figures/metrics.ts'
import { type Platform, usernameOf } from '../state/platform.ts'
import type { Person } from '../state/records.ts'
import { fine } from '../wire/envelope.ts'
import { picked, requestedFields } from '../wire/fields.ts'
import { bothWays } from '../wire/routes.ts'
import { avatarOf, profileOf } from './pages.ts'

const basic = 'user.info.basic'
const profile = 'user.info.profile'
const stats = 'user.info.stats'

const fields: Readonly<Record<string, string>> = {
  open_id: basic,
  union_id: basic,
  avatar_url: basic,
  avatar_url_100: basic,
  avatar_large_url: basic,
  display_name: basic,
  bio_description: profile,
  profile_deep_link: profile,
  is_verified: profile,
  username: profile,
  follower_count: stats,
  following_count: stats,
  likes_count: stats,
  video_count: stats,
}

/** The route that returns the signed-in person, limited to the granted scopes. */
export function userRoutes(platform: Platform): readonly Route[] {
  return bothWays(
    route('GET', '/v2/user/info/', 'getUserInfo', withToken, (incoming) => {
      const { person, scopes } = requireCaller(platform, incoming, [basic, profile, stats])
      const names = requestedFields(platform, incoming, fields, scopes)
      return fine(platform, { user: picked(shownPerson(platform, person), names) })
    }),
  )
}

function shownPerson(platform: Platform, person: Person): Readonly<Record<string, unknown>> {
  return {
    open_id: person.openId,
    union_id: person.unionId,
    avatar_url: avatarOf(platform, person),
    avatar_url_100: avatarOf(platform, person),
    avatar_large_url: avatarOf(platform, person),
    display_name: displayNameOf(person.name),
    bio_description: '',
    profile_deep_link: profileOf(platform, person),
    is_verified: false,
    username: usernameOf(person),
    follower_count: followersOf(platform, person),
    following_count: 40,
    likes_count: totalLikesOf(platform, person),
    video_count: person.posts.filter(({ deleted }) => !deleted).length,
  }
}
