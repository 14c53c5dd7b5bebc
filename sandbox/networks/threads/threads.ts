import type { MakeNetwork, Route } from '../../core/network.ts'
import { actsOf } from './acts.ts'
import { authorizeRoutes, knownScopes } from './authorize.ts'
import { containerRoutes } from './containers.ts'
import { css, feedOf } from './feed.ts'
import { insightRoutes } from './insights.ts'
import { mediaRoutes } from './media.ts'
import { peopleRoutes } from './people.ts'
import { createPlatform } from './platform.ts'
import { quotaRoutes } from './quotas.ts'
import { settingsOf, usualRules } from './rules.ts'
import { says } from './says.ts'
import { issueToken } from './sealed.ts'
import { throttled } from './throttle.ts'
import { tokenRoutes } from './token.ts'
import { nameBehind } from './who.ts'

/** Threads as an app sees it. A post is created as a container, processed, and then published. */
export const threads: MakeNetwork = (world) => {
  const rules = { ...usualRules }
  const platform = createPlatform(world, rules)
  const told: readonly Route[] = [
    ...tokenRoutes(platform),
    ...peopleRoutes(platform),
    ...containerRoutes(platform),
    ...quotaRoutes(platform),
    ...insightRoutes(platform),
    ...mediaRoutes(platform),
  ]
  return {
    id: 'threads',
    title: 'Threads',
    routes: [...authorizeRoutes(platform), ...told.map(throttled(platform))],
    accountOf: (incoming) => nameBehind(platform, incoming),
    says,
    feed: (of) => feedOf(platform, of),
    look: { css },
    createAccounts: (count) => Array.from({ length: count }, (_, at) => connected(`user-${at + 1}`)),
    settings: settingsOf(rules),
    acts: actsOf(platform),
    state: () => ({
      people: platform.people.size,
      containers: platform.containers.size,
      posts: platform.posts.size,
    }),
  }

  /** Connects a person as if they had authorized the app. */
  function connected(name: string): Readonly<Record<string, string>> {
    const person = platform.person(name)
    if (person === null) return { account: name }
    const token = issueToken(platform, person, { long: true, scopes: Object.keys(knownScopes) })
    return { account: name, id: person.id, accessToken: token.text }
  }
}
