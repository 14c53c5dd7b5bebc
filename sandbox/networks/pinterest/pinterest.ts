import type { MakeNetwork, Route } from '../../core/network.ts'
import { sandboxApp } from '../../core/oauth/client.ts'
import { settingsOf } from '../../core/rules/settings.ts'
import { consentRoutes } from './auth/authorize.ts'
import { tokenRoutes } from './auth/token.ts'
import { nameBehind } from './auth/who.ts'
import { actsOf } from './control/acts.ts'
import { css, feedOf } from './control/feed.ts'
import { analyticsRoutes } from './figures/analytics.ts'
import { videoRoutes } from './media/videos.ts'
import { accountRoutes } from './people/account.ts'
import { boardRoutes } from './posts/boards.ts'
import { pinRoutes } from './posts/pins.ts'
import { choices, usualRules } from './rules.ts'
import { createPlatform } from './state/platform.ts'
import { saysOf } from './wire/says.ts'
import { throttled } from './wire/throttle.ts'

/** Pinterest as an app sees it, with people and their boards. Nobody saves pins. */
export const pinterest: MakeNetwork = (world) => {
  const rules = { ...usualRules }
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
    accountOf: (incoming) => nameBehind(platform, incoming),
    says: saysOf(platform),
    feed: (of) => feedOf(platform, of),
    look: { css },
    connect,
    settings: settingsOf(rules, choices),
    acts: actsOf(platform),
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
