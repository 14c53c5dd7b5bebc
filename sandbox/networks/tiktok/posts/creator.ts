import { route, withToken } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import { requireCaller } from '../auth/callers.ts'
import { avatarOf } from '../people/pages.ts'
import { type Platform, usernameOf } from '../state/platform.ts'
import type { Person, Privacy } from '../state/records.ts'
import { fine, noIn200 } from '../wire/envelope.ts'
import { bothWays } from '../wire/routes.ts'
import { refusedFor } from './standing.ts'

/**
 * The route that returns a person's options for a post. Apps call it while the person writes and again before they
 * publish.
 */
export function creatorRoutes(platform: Platform): readonly Route[] {
  return bothWays(
    route(
      'POST',
      '/v2/post/publish/creator_info/query/',
      'queryCreatorInfo',
      { ...withToken, accepts: ['json'] },
      (incoming) => {
        const { person } = requireCaller(platform, incoming, ['video.publish'])
        const code = refusedFor(platform, person)
        // This call reports these errors with status 200.
        if (code === 'spam_risk_too_many_posts' || code === 'spam_risk_user_banned_from_posting')
          noIn200(platform, code)
        if (code === 'reached_active_user_cap') noIn200(platform, code)
        return fine(platform, {
          creator_avatar_url: avatarOf(platform, person),
          creator_username: usernameOf(person),
          creator_nickname: displayNameOf(person.name),
          privacy_level_options: optionsOf(person),
          comment_disabled: person.commentsOff,
          duet_disabled: person.duetsOff,
          stitch_disabled: person.stitchesOff,
          max_video_post_duration_sec: Math.floor(person.maxVideoMs / 1_000),
        })
      },
    ),
  )
}

/** Returns the privacy levels that a person can choose. A private account offers its followers instead of everyone. */
export const optionsOf = ({ isPrivate }: Person): readonly Privacy[] =>
  isPrivate
    ? ['FOLLOWER_OF_CREATOR', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY']
    : ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY']
