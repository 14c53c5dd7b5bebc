import type { MakeNetwork, Route } from '../../core/network.ts'
import { actsOf } from './acts.ts'
import { knownScopes } from './apps.ts'
import { authorizeRoutes } from './authorize.ts'
import { creatorRoutes } from './creator.ts'
import { css, feedOf } from './feed.ts'
import { initRoutes } from './inits.ts'
import { pageRoutes } from './pages.ts'
import { createPlatform } from './platform.ts'
import { settingsOf, usualRules } from './rules.ts'
import { saysOf } from './says.ts'
import { issueTokens, newGrant } from './sealed.ts'
import { statusRoutes } from './status.ts'
import { throttled } from './throttle.ts'
import { tokenRoutes } from './token.ts'
import { uploadRoutes } from './uploads.ts'
import { userRoutes } from './users.ts'
import { videoRoutes } from './videos.ts'
import { nameBehind } from './who.ts'

/** TikTok as an app sees it. The outcome of a post is reported later, and the post becomes visible later still. */
export const tiktok: MakeNetwork = (world) => {
  const rules = { ...usualRules }
  const platform = createPlatform(world, rules)
  const routes: readonly Route[] = [
    ...authorizeRoutes(platform),
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
    accountOf: (incoming) => nameBehind(platform, incoming),
    says: saysOf(platform),
    catchUp: () => platform.due.until(world.clock.ms()),
    feed: (of) => feedOf(platform, of),
    look: { css },
    createAccounts: (count) => Array.from({ length: count }, (_, at) => connected(`user-${at + 1}`)),
    settings: settingsOf(rules),
    acts: actsOf(platform),
    state: () => ({
      people: platform.people.size,
      grants: platform.grants.size,
      jobs: platform.jobs.size,
      posts: platform.posts.size,
      app: { ...platform.app },
    }),
  }

  /** Connects a person as if they had authorized the app. */
  function connected(name: string): Readonly<Record<string, string>> {
    const person = platform.person(name)
    if (person === null) return { account: name }
    const { access, refresh } = issueTokens(platform, newGrant(platform, { person, scopes: Object.keys(knownScopes) }))
    return { account: name, openId: person.openId, accessToken: access.text, refreshToken: refresh.text }
  }
}
