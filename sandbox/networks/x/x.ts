import type { MakeNetwork, Route } from '../../core/network.ts'
import { authorizeRoutes } from './auth/authorize.ts'
import { issueTokens, newGrant } from './auth/sealed.ts'
import { tokenRoutes } from './auth/token.ts'
import { nameBehind } from './auth/who.ts'
import { actsOf } from './control/acts.ts'
import { css, feedOf } from './control/feed.ts'
import { usageRoutes } from './figures/usage.ts'
import { mediaRoutes } from './media/media.ts'
import { pageRoutes } from './people/pages.ts'
import { userRoutes } from './people/users.ts'
import { postRoutes } from './posts/posts.ts'
import { readingRoutes } from './posts/reading.ts'
import { settingsOf, usualRules } from './rules.ts'
import { createPlatform } from './state/platform.ts'
import { saysOf } from './wire/says.ts'
import { throttled } from './wire/throttle.ts'

/** X as an app sees it, with people and no followers. */
export const x: MakeNetwork = (world) => {
  const rules = { ...usualRules }
  const platform = createPlatform(world, rules)
  const routes: readonly Route[] = [
    ...authorizeRoutes(platform),
    ...tokenRoutes(platform),
    ...userRoutes(platform),
    ...mediaRoutes(platform),
    ...postRoutes(platform),
    ...readingRoutes(platform),
    ...usageRoutes(platform),
    ...pageRoutes(platform),
  ]
  return {
    id: 'x',
    title: 'X',
    routes: routes.map(throttled(platform)),
    accountOf: (incoming) => nameBehind(platform, incoming),
    says: saysOf(rules, () => world.clock.ms()),
    feed: (of) => feedOf(platform, of),
    look: { css },
    createAccounts: (count) => Array.from({ length: count }, (_, at) => connected(`user-${at + 1}`)),
    settings: settingsOf(rules),
    acts: actsOf(platform),
    state: () => ({
      people: platform.people.size,
      grants: platform.grants.size,
      posts: platform.posts.size,
      files: platform.files.size,
      app: { ...platform.app },
    }),
  }

  /** Connects a person as if they had authorized the app. */
  function connected(name: string): Readonly<Record<string, string>> {
    const person = platform.person(name)
    if (person === null) return { account: name }
    const scopes = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access']
    const { access, refresh } = issueTokens(platform, newGrant(platform, { clientId: 'sandbox-app', person, scopes }))
    return { account: name, id: person.id, accessToken: access.text, refreshToken: refresh?.text ?? '' }
  }
}
