import { ok } from '../../../core/http/request.ts'
import { route, withToken } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import { requireCaller } from '../auth/callers.ts'
import { followersOf } from '../figures/metrics.ts'
import type { Platform } from '../state/platform.ts'
import type { Person } from '../state/records.ts'
import { knownParameters, requestedFields } from '../wire/fields.ts'

/** The route that returns the signed-in person. One login is one account. */
export function userRoutes(platform: Platform): readonly Route[] {
  return [
    route('GET', '/2/users/me', 'getMe', withToken, (incoming) => {
      const person = requireCaller(platform, incoming, { scopes: ['users.read', 'tweet.read'], free: true })
      knownParameters(incoming.query, ['user.fields', 'expansions', 'tweet.fields', 'post.fields'])
      const fields = requestedFields(incoming.query, 'user.fields', userFields)
      return ok({ data: shownPerson(platform, person, fields) })
    }),
  ]
}

export const userFields = [
  'id',
  'name',
  'username',
  'created_at',
  'description',
  'profile_image_url',
  'protected',
  'public_metrics',
  'subscription_type',
  'url',
  'verified',
  'verified_type',
]

export function shownPerson(platform: Platform, person: Person, fields: ReadonlySet<string>): object {
  const { name, premium } = person
  const all: Readonly<Record<string, unknown>> = {
    created_at: person.createdAt.toISOString(),
    description: '',
    profile_image_url: `${platform.base()}/avatars/${name}_normal.png`,
    protected: false,
    public_metrics: {
      followers_count: followersOf(platform, person),
      following_count: 12,
      [platform.rules.newNames ? 'post_count' : 'tweet_count']: person.postsCount,
      listed_count: 0,
    },
    subscription_type: premium ? 'Premium' : 'None',
    url: '',
    verified: premium,
    verified_type: premium ? 'blue' : 'none',
  }
  const requested = Object.entries(all).filter(([field]) => fields.has(field))
  return { id: person.id, name: displayNameOf(name), username: usernameOf(person), ...Object.fromEntries(requested) }
}

/** Returns a person's username. Usernames on this network have no hyphens. */
export const usernameOf = ({ name }: Pick<Person, 'name'>): string => name.replace('-', '_')
