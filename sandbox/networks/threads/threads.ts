import type { MakeNetwork, Route } from '../../core/network.ts'
import { microblog } from '../../core/pages/layouts/microblog.ts'
import { createSettings } from '../../core/rules/settings.ts'
import { findCallerName } from './auth/callers.ts'
import { consentRoutes, tokenRoutes } from './auth/login.ts'
import { scopeTitles } from './auth/scopes.ts'
import { issueToken } from './auth/sealed.ts'
import { createActs } from './control/acts.ts'
import { listFeed } from './control/feed.ts'
import { insightRoutes } from './figures/insights.ts'
import { peopleRoutes } from './people/people.ts'
import { containerRoutes } from './posts/containers.ts'
import { mediaRoutes } from './posts/post-routes.ts'
import { quotaRoutes } from './posts/quotas.ts'
import { choices, defaultRules } from './rules.ts'
import { createPlatform } from './state/platform.ts'
import { failures } from './wire/failures.ts'
import { throttled } from './wire/throttle.ts'

/** Threads as seen by an app. A post is created as a container, processed, and then published. */
export const threads: MakeNetwork = (world) => {
  const rules = { ...defaultRules }
  const platform = createPlatform(world, rules)
  const webhookRoutes: readonly Route[] = [
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
    routes: [...consentRoutes(platform), ...webhookRoutes.map(throttled(platform))],
    accountOf: (incoming) => findCallerName(platform, incoming),
    failures,
    feed: (of) => listFeed(platform, of),
    layout: microblog,
    connect,
    settings: createSettings(rules, choices),
    acts: createActs(platform),
    state: () => ({
      people: platform.people.size,
      containers: platform.containers.size,
      posts: platform.posts.size,
    }),
  }

  /** Connects a person as if they had authorized the app. */
  function connect(name: string): Readonly<Record<string, string>> {
    const person = platform.person(name)
    if (person === null) return { account: name }
    const token = issueToken(platform, person, { long: true, scopes: Object.keys(scopeTitles) })
    return { account: name, id: person.id, accessToken: token.text }
  }
}
