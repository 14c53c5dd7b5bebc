import type { MakeNetwork, Route } from '../../core/network.ts'
import { sandboxApp } from '../../core/oauth/client.ts'
import { createSettings } from '../../core/rules/settings.ts'
import { consentRoutes } from './auth/authorize.ts'
import { findCallerName } from './auth/callers.ts'
import { tokenRoutes } from './auth/token.ts'
import { createActs } from './control/acts.ts'
import { css, listFeed } from './control/feed.ts'
import { analyticsRoutes } from './figures/analytics.ts'
import { videoRoutes } from './media/videos.ts'
import { accountRoutes } from './people/account.ts'
import { boardRoutes } from './posts/boards.ts'
import { pinRoutes } from './posts/pins.ts'
import { choices, defaultRules } from './rules.ts'
import { createPlatform } from './state/platform.ts'
import { createFailures } from './wire/failures.ts'
import { throttled } from './wire/throttle.ts'

/** Pinterest as an app sees it, with people and their boards. Nobody saves pins. */
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
    look: { css },
    connect,
    settings: createSettings(rules, choices),
    acts: createActs(platform),
    state: () => ({
      people: platform.people.size,
      grants: platform.tokens.grants,
      pins: platform.pins.size,
      videos: platform.videos.size,
    }),
  }

  /** Connects a person as if they had authorized the app. */
  function connect(name: string): Readonly<Record<string, string>> {
    const { person: find, tokens } = platform
    const person = find(name)
    if (person === null) return { account: name }
    const scopes = ['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read']
    const grant = tokens.grant({ clientId: sandboxApp.id, person, scopes, tag: rules.environment })
    const access = tokens.issue(grant, 'access', rules.accessTokenMs)
    const refresh = tokens.issue(grant, 'refresh', rules.refreshTokenMs)
    const boardId = person.boards[0]?.id ?? ''
    return { account: name, id: person.id, boardId, accessToken: access.text, refreshToken: refresh.text }
  }
}
