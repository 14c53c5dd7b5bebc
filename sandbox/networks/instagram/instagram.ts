import type { MakeNetwork, Route } from '../../core/network.ts'
import { sandboxApp } from '../../core/oauth/client.ts'
import { photoGrid } from '../../core/pages/layouts/photo-grid.ts'
import { createSettings } from '../../core/rules/settings.ts'
import { subscriptionRoutes } from '../meta/subscriptions.ts'
import { accountOf, findCallerName } from './auth/callers.ts'
import { consentRoutes, tokenRoutes } from './auth/login.ts'
import { scopeTitles } from './auth/scopes.ts'
import { issueToken } from './auth/sealed.ts'
import { createActs } from './control/acts.ts'
import { listFeed } from './control/feed.ts'
import { webhookFields } from './control/webhooks.ts'
import { insightRoutes } from './figures/insights.ts'
import { uploadRoutes } from './media/uploads.ts'
import { pageRoutes } from './pages/lists.ts'
import { dialogRoutes, loginRoutes } from './pages/login.ts'
import { linkRoutes, peopleRoutes } from './people/people.ts'
import { commentRoutes } from './posts/comments.ts'
import { containerRoutes } from './posts/containers.ts'
import { mediaRoutes } from './posts/media.ts'
import { publishRoutes } from './posts/publish.ts'
import { choices, defaultRules } from './rules.ts'
import { createPlatform } from './state/platform.ts'
import { createFailures, throttled } from './wire/failures.ts'

/** Instagram's API for professional accounts, with both login types. Its several hosts have one URL here. */
export const instagram: MakeNetwork = (world) => {
  const rules = { ...defaultRules }
  const platform = createPlatform(world, rules)
  const webhookRoutes: readonly Route[] = [
    ...tokenRoutes(platform),
    ...loginRoutes(platform),
    ...pageRoutes(platform),
    ...peopleRoutes(platform),
    ...containerRoutes(platform),
    ...publishRoutes(platform),
    ...commentRoutes(platform),
    ...insightRoutes(platform),
    ...subscriptionRoutes('/:account/subscribed_apps', {
      known: webhookFields,
      app: sandboxApp.title,
      find: (incoming) => accountOf(platform, incoming),
    }),
    ...uploadRoutes(platform),
    ...mediaRoutes(platform),
  ]
  const routes = [...consentRoutes(platform), ...dialogRoutes(platform), ...webhookRoutes.map(throttled(platform))]
  return {
    id: 'instagram',
    title: 'Instagram',
    // Each path may start with a version.
    routes: [...linkRoutes(platform), ...routes, ...routes.map((route) => ({ ...route, path: `/v25.0${route.path}` }))],
    accountOf: (incoming) => findCallerName(platform, incoming),
    failures: createFailures(platform),
    feed: (of) => listFeed(platform, of),
    layout: photoGrid,
    connect,
    settings: createSettings(rules, choices),
    acts: createActs(platform),
    state: () => ({
      people: platform.people.size,
      containers: platform.containers.size,
      posts: platform.posts.size,
    }),
  }

  /** Connects a person as if they had authorized the app at Instagram. */
  function connect(name: string): Readonly<Record<string, string>> {
    const person = platform.person(name)
    if (person === null) return { account: name }
    const token = issueToken(platform, person, { kind: 'account', long: true, scopes: Object.keys(scopeTitles) })
    return { account: name, id: person.id, accessToken: token.text }
  }
}
