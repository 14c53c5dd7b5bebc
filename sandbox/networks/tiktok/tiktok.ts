import type { MakeNetwork, Route } from '../../core/network.ts'
import { connectPerson } from '../../core/oauth/connect.ts'
import { phones } from '../../core/pages/layouts/phones.ts'
import { createSettings } from '../../core/rules/settings.ts'
import { findCallerName } from './auth/callers.ts'
import { consentRoutes, tokenRoutes } from './auth/login.ts'
import { scopeTitles } from './auth/scopes.ts'
import { createActs } from './control/acts.ts'
import { listFeed } from './control/feed.ts'
import { uploadRoutes } from './media/uploads.ts'
import { pageRoutes } from './people/pages.ts'
import { userRoutes } from './people/users.ts'
import { creatorRoutes } from './posts/creator.ts'
import { initRoutes } from './posts/inits.ts'
import { statusRoutes } from './posts/status.ts'
import { videoRoutes } from './posts/videos.ts'
import { choices, defaultRules } from './rules.ts'
import { createPlatform } from './state/platform.ts'
import { createFailures, throttled } from './wire/failures.ts'

/** TikTok as seen by an app. The outcome of a post is reported later, and the post becomes visible later still. */
export const tiktok: MakeNetwork = (world) => {
  const rules = { ...defaultRules }
  const platform = createPlatform(world, rules)
  const routes: readonly Route[] = [
    ...consentRoutes(platform),
    ...tokenRoutes(platform),
    ...userRoutes(platform),
    ...creatorRoutes(platform),
    ...initRoutes(platform),
    ...uploadRoutes(platform),
    ...statusRoutes(platform),
    ...videoRoutes(platform),
    ...pageRoutes(platform),
  ]
  return {
    id: 'tiktok',
    title: 'TikTok',
    routes: routes.map(throttled(platform)),
    accountOf: (incoming) => findCallerName(platform, incoming),
    failures: createFailures(platform),
    catchUp: () => platform.due.until(world.clock.ms()),
    upcoming: () => platform.due.list(),
    feed: (of) => listFeed(platform, of),
    layout: phones,
    connect: (name) =>
      connectPerson(platform, name, { scopes: Object.keys(scopeTitles), ids: ({ openId }) => ({ openId }) }),
    settings: createSettings(rules, choices),
    acts: createActs(platform),
    state: () => ({
      people: platform.people.size,
      grants: platform.tokens.grants,
      jobs: platform.jobs.size,
      posts: platform.posts.size,
      app: { ...platform.app },
    }),
  }
}
