import type { MakeNetwork, Route } from '../../core/network.ts'
import { findCallerName } from '../../core/oauth/client.ts'
import { connectPerson } from '../../core/oauth/connect.ts'
import { microblog } from '../../core/pages/layouts/microblog.ts'
import { createSettings } from '../../core/rules/settings.ts'
import { consentRoutes, tokenRoutes } from './auth/login.ts'
import { createActs } from './control/acts.ts'
import { listFeed } from './control/feed.ts'
import { usageRoutes } from './figures/usage.ts'
import { mediaRoutes } from './media/media.ts'
import { pageRoutes } from './people/pages.ts'
import { userRoutes } from './people/users.ts'
import { postRoutes } from './posts/posts.ts'
import { readingRoutes } from './posts/reading.ts'
import { choices, defaultRules } from './rules.ts'
import { createPlatform } from './state/platform.ts'
import { createFailures, throttled } from './wire/failures.ts'

/** X as seen by an app. Its people have no followers. */
export const x: MakeNetwork = (world) => {
  const rules = { ...defaultRules }
  const platform = createPlatform(world, rules)
  const routes: readonly Route[] = [
    ...consentRoutes(platform),
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
    accountOf: (incoming) => findCallerName(platform, incoming),
    failures: createFailures(rules, () => world.clock.ms()),
    feed: (of) => listFeed(platform, of),
    layout: microblog,
    connect: (name) => connectPerson(platform, name, { scopes: usualScopes, ids: ({ id }) => ({ id }) }),
    settings: createSettings(rules, choices),
    acts: createActs(platform),
    state: () => ({
      people: platform.people.size,
      grants: platform.tokens.grants,
      posts: platform.posts.size,
      files: platform.files.size,
      app: { ...platform.app },
    }),
  }
}

const usualScopes = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access']
