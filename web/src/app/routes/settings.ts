import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { ActivitySearch } from '#web/pages/settings/activity/activity-search.ts'
import { readRequestsSearch } from '#web/pages/settings/api-keys/requests-search.ts'
import { profile } from './profile.ts'

const general = createRoute({
  getParentRoute: () => profile,
  path: 'settings',
  component: lazyRouteComponent(
    async () => (await import('#web/pages/settings/general/open-general.ts')).openGeneral(),
    'GeneralPage',
  ),
})

const postingTimes = createRoute({
  getParentRoute: () => profile,
  path: 'settings/posting-times',
  component: lazyRouteComponent(
    () => import('#web/pages/settings/posting-times/posting-times-page.tsx'),
    'PostingTimesPage',
  ),
})

const account = createRoute({
  getParentRoute: () => profile,
  path: 'settings/account',
  component: lazyRouteComponent(() => import('#web/pages/settings/account/account-page.tsx'), 'AccountPage'),
})

const security = createRoute({
  getParentRoute: () => profile,
  path: 'settings/account/security',
  component: lazyRouteComponent(() => import('#web/pages/settings/account/security-page.tsx'), 'SecurityPage'),
})

const apps = createRoute({
  getParentRoute: () => profile,
  path: 'settings/account/apps',
  component: lazyRouteComponent(() => import('#web/pages/settings/account/apps-page.tsx'), 'AppsPage'),
})

const data = createRoute({
  getParentRoute: () => profile,
  path: 'settings/account/data',
  component: lazyRouteComponent(() => import('#web/pages/settings/account/data-page.tsx'), 'DataPage'),
})

const usage = createRoute({
  getParentRoute: () => profile,
  path: 'settings/usage',
  component: lazyRouteComponent(() => import('#web/pages/settings/usage-page.tsx'), 'UsagePage'),
})

const activity = createRoute({
  getParentRoute: () => profile,
  path: 'settings/activity',
  // The page reads it, so that no other page loads the code.
  validateSearch: (search): ActivitySearch => search,
  component: lazyRouteComponent(
    async () => (await import('#web/pages/settings/activity/load-activity.ts')).loadActivity(),
    'ActivityPage',
  ),
})

const members = createRoute({
  getParentRoute: () => profile,
  path: 'settings/members',
  component: lazyRouteComponent(() => import('#web/pages/settings/members/members-page.tsx'), 'MembersPage'),
})

const labels = createRoute({
  getParentRoute: () => profile,
  path: 'settings/labels',
  component: lazyRouteComponent(() => import('#web/pages/settings/labels/labels-page.tsx'), 'LabelsPage'),
})

const texts = createRoute({
  getParentRoute: () => profile,
  path: 'settings/texts',
  component: lazyRouteComponent(() => import('#web/pages/settings/texts/texts-page.tsx'), 'TextsPage'),
})

const apiKeys = createRoute({
  getParentRoute: () => profile,
  path: 'settings/api-keys',
  component: lazyRouteComponent(() => import('#web/pages/settings/api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
})

const requests = createRoute({
  getParentRoute: () => profile,
  path: 'settings/api-keys/requests',
  validateSearch: readRequestsSearch,
  component: lazyRouteComponent(() => import('#web/pages/settings/api-keys/requests-page.tsx'), 'RequestsPage'),
})

const webhooks = createRoute({
  getParentRoute: () => profile,
  path: 'settings/webhooks',
  component: lazyRouteComponent(() => import('#web/pages/settings/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
})

const webhook = createRoute({
  getParentRoute: () => profile,
  path: 'settings/webhooks/$webhookId',
  validateSearch: (search): { delivery?: string } =>
    typeof search.delivery === 'string' ? { delivery: search.delivery } : {},
  component: lazyRouteComponent(() => import('#web/pages/settings/webhooks/webhook-page.tsx'), 'WebhookPage'),
})

/** The settings of a profile and of the user. */
export const settingsRoutes = [
  general,
  postingTimes,
  account,
  security,
  apps,
  data,
  usage,
  activity,
  members,
  labels,
  texts,
  apiKeys,
  requests,
  webhooks,
  webhook,
] as const
