import type { MakeNetwork, Route } from '../../core/network.ts'
import { microblog } from '../../core/pages/layouts/microblog.ts'
import { createSettings } from '../../core/rules/settings.ts'
import { appRoutes } from './auth/apps.ts'
import { findCallerName, ownTokenOf } from './auth/callers.ts'
import { consentRoutes, tokenRoutes } from './auth/login.ts'
import { createActs } from './control/acts.ts'
import { listFeed } from './control/feed.ts'
import { mediaRoutes } from './media/media.ts'
import { notificationRoutes } from './people/notifications.ts'
import { pageRoutes } from './people/pages.ts'
import { favouriteRoutes } from './posts/favourites.ts'
import { readingRoutes } from './posts/reading.ts'
import { listScheduled, publishDue, scheduledRoutes } from './posts/scheduled.ts'
import { statusRoutes } from './posts/statuses.ts'
import { choices, defaultRules } from './rules.ts'
import { createOnce } from './state/once.ts'
import { createInstance } from './state/platform.ts'
import { discoveryRoutes } from './wire/discovery.ts'
import { createFailures } from './wire/refusals.ts'
import { createThrottle } from './wire/throttle.ts'

/** One Mastodon server, whose users have no followers. */
export const mastodon: MakeNetwork = (world) => {
  const rules = { ...defaultRules }
  const instance = createInstance(world, rules)
  const throttle = createThrottle(instance)
  const routes: readonly Route[] = [
    ...discoveryRoutes(instance),
    ...appRoutes(instance),
    ...consentRoutes(instance),
    ...tokenRoutes(instance),
    ...readingRoutes(instance),
    ...mediaRoutes(instance),
    ...statusRoutes(instance, createOnce(world.clock), throttle),
    ...scheduledRoutes(instance),
    ...favouriteRoutes(instance),
    ...notificationRoutes(instance),
    ...pageRoutes(instance),
  ]
  return {
    id: 'mastodon',
    title: 'Mastodon',
    routes: routes.map((route) => throttle.around(route)),
    accountOf: (incoming) => findCallerName(instance, incoming),
    failures: createFailures(rules, () => world.clock.ms()),
    catchUp: () => publishDue(instance),
    upcoming: () => listScheduled(instance),
    feed: (of) => listFeed(instance, of),
    layout: microblog,
    connect(name) {
      instance.person(name)
      return { account: name, accessToken: ownTokenOf(name) }
    },
    settings: createSettings(rules, choices),
    acts: createActs(instance),
    state: () => ({
      accounts: instance.people.size,
      statuses: instance.statuses.size,
      scheduled: instance.scheduled.size,
      files: instance.attachments.size,
      apps: instance.apps.size,
    }),
  }
}
