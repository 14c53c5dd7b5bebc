import type { MakeNetwork, Route } from '../../core/network.ts'
import { connectPerson } from '../../core/oauth/connect.ts'
import { pinWall } from '../../core/pages/layouts/pin-wall.ts'
import { createSettings } from '../../core/rules/settings.ts'
import { findCallerName } from './auth/callers.ts'
import { consentRoutes, tokenRoutes } from './auth/login.ts'
import { createActs } from './control/acts.ts'
import { listFeed } from './control/feed.ts'
import { analyticsRoutes } from './figures/analytics.ts'
import { videoRoutes } from './media/videos.ts'
import { accountRoutes } from './people/account.ts'
import { boardRoutes } from './posts/boards.ts'
import { pinRoutes } from './posts/pins.ts'
import { choices, defaultRules } from './rules.ts'
import { createPlatform } from './state/platform.ts'
import { createFailures, throttled } from './wire/failures.ts'

/** Pinterest as seen by an app, with people and their boards. No one saves pins. */
export const pinterest: MakeNetwork = (world) => {
  const rules = { ...defaultRules }
  const platform = createPlatform(world, rules)
  const routes: readonly Route[] = [
    ...consentRoutes(platform),
    ...tokenRoutes(platform),
    ...accountRoutes(platform),
    ...boardRoutes(platform),
    ...videoRoutes(platform),
    ...pinRoutes(platform),
    ...analyticsRoutes(platform),
  ]
  return {
    id: 'pinterest',
    title: 'Pinterest',
    routes: routes.map(throttled(platform)),
    accountOf: (incoming) => findCallerName(platform, incoming),
    failures: createFailures(platform),
    feed: (of) => listFeed(platform, of),
    layout: pinWall,
    connect: (name) =>
      connectPerson(platform, name, {
        scopes: usualScopes,
        tag: rules.environment,
        ids: ({ id, boards }) => ({ id, boardId: boards[0]?.id ?? '' }),
      }),
    settings: createSettings(rules, choices),
    acts: createActs(platform),
    state: () => ({
      people: platform.people.size,
      grants: platform.tokens.grants,
      pins: platform.pins.size,
      videos: platform.videos.size,
    }),
  }
}

const usualScopes = ['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read']
