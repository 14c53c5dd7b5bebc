import { displayNameOf } from '../../../core/people/accounts.ts'
import type { Shape } from '../../meta/fields.ts'
import { usernameOf } from '../../meta/people.ts'
import { followersOf } from '../figures/metrics.ts'
import { isThere } from '../posts/find.ts'
import type { Platform } from '../state/platform.ts'
import type { Person } from '../state/records.ts'

/** The fields of a professional account in all responses. */
export const accountShape = (platform: Platform, person: Person): Shape => ({
  id: () => person.id,
  username: () => usernameOf(person),
  name: () => displayNameOf(person.name),
  profile_picture_url: () => `${platform.base()}/pictures/${person.name}`,
  followers_count: () => followersOf(platform, person),
  follows_count: () => 10 + (followersOf(platform, person) % 90),
  media_count: () => person.posts.filter((post) => isThere(platform, post) && post.draft.type !== 'STORIES').length,
  biography: () => '',
  website: () => undefined,
})
