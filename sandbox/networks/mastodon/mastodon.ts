import type { MakeNetwork, Route } from '../../core/network.ts'
import { actsOf } from './acts.ts'
import { appRoutes } from './apps.ts'
import { authorizeRoutes } from './authorize.ts'
import { discoveryRoutes } from './discovery.ts'
import { css, feedOf } from './feed.ts'
import { createInstance } from './instance.ts'
import { mediaRoutes } from './media.ts'
import { createOnce } from './once.ts'
import { pageRoutes } from './pages.ts'
import { readingRoutes } from './reading.ts'
import { saysOf } from './refusals.ts'
import { settingsOf, usualRules } from './rules.ts'
import { publishDue, scheduledRoutes } from './scheduled.ts'
import { statusRoutes } from './statuses.ts'
import { createThrottle } from './throttle.ts'
import { tokenRoutes } from './token.ts'
import { nameBehind, ownTokenOf } from './who.ts'

/** One Mastodon server, with people on it who have no followers. */
export const mastodon: MakeNetwork = (world) => {
  const rules = { ...usualRules }
  const instance = createInstance(world, rules)
  const throttle = createThrottle(instance)
  const routes: readonly Route[] = [
    ...discoveryRoutes(instance),
    ...appRoutes(instance),
    ...authorizeRoutes(instance),
    ...tokenRoutes(instance),
    ...readingRoutes(instance),
    ...mediaRoutes(instance),
    ...statusRoutes(instance, createOnce(world.clock), throttle),
    ...scheduledRoutes(instance),
    ...pageRoutes(instance),
  ]
  return {
    id: 'mastodon',
    title: 'Mastodon',
    routes: routes.map((route) => throttle.around(route)),
    accountOf: (incoming) => nameBehind(instance, incoming),
    says: saysOf(rules, () => world.clock.ms()),
    catchUp: () => publishDue(instance),
    feed: (of) => feedOf(instance, of),
    look: { css },
    createAccounts: (count) =>
      Array.from({ length: count }, (_, at) => {
        const name = `user-${at + 1}`
        instance.account(name)
        return { account: name, accessToken: ownTokenOf(name) }
      }),
    settings: settingsOf(rules),
    acts: actsOf(instance),
    state: () => ({
      accounts: instance.accounts.size,
      statuses: instance.statuses.size,
      scheduled: instance.scheduled.size,
      files: instance.attachments.size,
      apps: instance.apps.size,
    }),
  }
}
