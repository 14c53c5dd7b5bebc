import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { PageFault } from '#web/app/fault-pages.tsx'
import { findStartProfile } from '#web/app/start-profile.ts'
import { readAnalyticsSearch } from '#web/pages/analytics/analytics-search.ts'
import { readCalendarSearch } from '#web/pages/calendar/calendar-search.ts'
import { readLibrarySearch } from '#web/pages/media/library-search.ts'
import { readPostsSearch } from '#web/pages/posts/posts-search.ts'
import { readQueueSearch } from '#web/pages/queue/queue-search.ts'
import { readRecurringSearch } from '#web/pages/recurring/recurring-search.ts'
import { readRehearsalSearch } from '#web/pages/rehearsal/spans.ts'
import { adminRoutes } from './routes/admin.ts'
import { authRoutes } from './routes/auth.ts'
import { profile } from './routes/profile.ts'
import { requireSession, root } from './routes/root.ts'

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: (search): { open?: 'compose' | 'queue' } =>
    search.open === 'compose' || search.open === 'queue' ? { open: search.open } : {},
  beforeLoad: async (context) => {
    await requireSession(context)
    const params = { profileId: await findStartProfile() }
    // The shortcuts of the installed application name a page, and not a profile.
    if (context.search.open === 'compose') throw redirect({ to: '/p/$profileId/compose', params })
    if (context.search.open === 'queue') throw redirect({ to: '/p/$profileId/queue', params })
    throw redirect({ to: '/p/$profileId', params })
  },
})

const share = createRoute({
  getParentRoute: () => root,
  path: '/share',
  validateSearch: (search): { item?: string } => (typeof search.item === 'string' ? { item: search.item } : {}),
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('#web/pages/share/share-page.tsx'), 'SharePage'),
})

/** Begins to read what a page shows while its code is on the way. A failure is told by the page, which reads it too. */
const readAhead = (reading: Promise<unknown>): void => void reading.catch(() => {})

const home = createRoute({
  getParentRoute: () => profile,
  path: '/',
  component: lazyRouteComponent(() => import('#web/pages/home/home-page.tsx'), 'HomePage'),
})

const calendar = createRoute({
  getParentRoute: () => profile,
  path: 'calendar',
  validateSearch: readCalendarSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ params: { profileId }, deps }) =>
    readAhead(import('#web/pages/calendar/calendar-page.tsx').then((page) => page.readAhead(profileId, deps))),
  component: lazyRouteComponent(() => import('#web/pages/calendar/calendar-page.tsx'), 'CalendarPage'),
})

const rehearsal = createRoute({
  getParentRoute: () => profile,
  path: 'rehearsal',
  validateSearch: readRehearsalSearch,
  component: lazyRouteComponent(() => import('#web/pages/rehearsal/rehearsal-page.tsx'), 'RehearsalPage'),
})

const posts = createRoute({
  getParentRoute: () => profile,
  path: 'posts',
  validateSearch: readPostsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ params: { profileId }, deps }) =>
    readAhead(import('#web/pages/posts/posts-page.tsx').then((page) => page.readAhead(profileId, deps))),
  component: lazyRouteComponent(() => import('#web/pages/posts/posts-page.tsx'), 'PostsPage'),
})

const queue = createRoute({
  getParentRoute: () => profile,
  path: 'queue',
  validateSearch: readQueueSearch,
  loaderDeps: ({ search: { account } }) => ({ account }),
  loader: ({ params: { profileId }, deps }) =>
    readAhead(import('#web/pages/queue/queue-page.tsx').then((page) => page.readAhead(profileId, deps.account))),
  component: lazyRouteComponent(() => import('#web/pages/queue/queue-page.tsx'), 'QueuePage'),
})

const recurring = createRoute({
  getParentRoute: () => profile,
  path: 'recurring',
  validateSearch: readRecurringSearch,
  component: lazyRouteComponent(() => import('#web/pages/recurring/recurring-page.tsx'), 'RecurringPage'),
})

const post = createRoute({
  getParentRoute: () => profile,
  path: 'posts/$postId',
  component: lazyRouteComponent(() => import('#web/pages/post/post-page.tsx'), 'PostPage'),
})

const media = createRoute({
  getParentRoute: () => profile,
  path: 'media',
  validateSearch: readLibrarySearch,
  component: lazyRouteComponent(() => import('#web/pages/media/media-page.tsx'), 'MediaPage'),
})

const compose = createRoute({
  getParentRoute: () => profile,
  path: 'compose',
  validateSearch: (search): { post?: string; day?: string } => ({
    ...(typeof search.post === 'string' ? { post: search.post } : {}),
    ...(typeof search.day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(search.day) ? { day: search.day } : {}),
  }),
  component: lazyRouteComponent(() => import('#web/pages/compose/compose-page.tsx'), 'ComposePage'),
})

const connections = createRoute({
  getParentRoute: () => profile,
  path: 'connections',
  component: lazyRouteComponent(() => import('#web/pages/connections/connections-page.tsx'), 'ConnectionsPage'),
})

const analytics = createRoute({
  getParentRoute: () => profile,
  path: 'analytics',
  validateSearch: readAnalyticsSearch,
  component: lazyRouteComponent(() => import('#web/pages/analytics/overview/overview-page.tsx'), 'OverviewPage'),
})

const numbersOfPosts = createRoute({
  getParentRoute: () => profile,
  path: 'analytics/posts',
  validateSearch: readAnalyticsSearch,
  component: lazyRouteComponent(
    () => import('#web/pages/analytics/posts/numbers-of-posts-page.tsx'),
    'NumbersOfPostsPage',
  ),
})

const postCourse = createRoute({
  getParentRoute: () => profile,
  path: 'analytics/posts/$postId',
  validateSearch: readAnalyticsSearch,
  component: lazyRouteComponent(() => import('#web/pages/analytics/posts/post-course-page.tsx'), 'PostCoursePage'),
})

const numbersOfAccounts = createRoute({
  getParentRoute: () => profile,
  path: 'analytics/accounts',
  validateSearch: readAnalyticsSearch,
  component: lazyRouteComponent(
    () => import('#web/pages/analytics/accounts/accounts-numbers-page.tsx'),
    'AccountsNumbersPage',
  ),
})

const bestTimes = createRoute({
  getParentRoute: () => profile,
  path: 'analytics/best-times',
  validateSearch: readAnalyticsSearch,
  component: lazyRouteComponent(() => import('#web/pages/analytics/best-times/best-times-page.tsx'), 'BestTimesPage'),
})

const outliers = createRoute({
  getParentRoute: () => profile,
  path: 'analytics/outliers',
  component: lazyRouteComponent(() => import('#web/pages/analytics/outliers/outliers-page.tsx'), 'OutliersPage'),
})

const labels = createRoute({
  getParentRoute: () => profile,
  path: 'analytics/labels',
  validateSearch: readAnalyticsSearch,
  component: lazyRouteComponent(() => import('#web/pages/analytics/labels/labels-page.tsx'), 'LabelsPage'),
})

const compare = createRoute({
  getParentRoute: () => profile,
  path: 'analytics/compare',
  validateSearch: readAnalyticsSearch,
  component: lazyRouteComponent(() => import('#web/pages/analytics/compare/compare-page.tsx'), 'ComparePage'),
})

const settings = createRoute({
  getParentRoute: () => profile,
  path: 'settings',
  component: lazyRouteComponent(() => import('#web/pages/settings/general/general-page.tsx'), 'GeneralPage'),
})

const account = createRoute({
  getParentRoute: () => profile,
  path: 'settings/account',
  component: lazyRouteComponent(() => import('#web/pages/settings/account/account-page.tsx'), 'AccountPage'),
})

const usage = createRoute({
  getParentRoute: () => profile,
  path: 'settings/usage',
  component: lazyRouteComponent(() => import('#web/pages/settings/usage/usage-page.tsx'), 'UsagePage'),
})

const activity = createRoute({
  getParentRoute: () => profile,
  path: 'settings/activity',
  component: lazyRouteComponent(() => import('#web/pages/settings/activity/activity-page.tsx'), 'ActivityPage'),
})

const members = createRoute({
  getParentRoute: () => profile,
  path: 'settings/members',
  component: lazyRouteComponent(() => import('#web/pages/settings/members/members-page.tsx'), 'MembersPage'),
})

const apiKeys = createRoute({
  getParentRoute: () => profile,
  path: 'settings/api-keys',
  component: lazyRouteComponent(() => import('#web/pages/settings/api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
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

export const router = createRouter({
  routeTree: root.addChildren([
    start,
    share,
    ...authRoutes,
    profile.addChildren([
      home,
      calendar,
      rehearsal,
      posts,
      post,
      queue,
      recurring,
      media,
      compose,
      connections,
      analytics,
      numbersOfPosts,
      postCourse,
      numbersOfAccounts,
      bestTimes,
      outliers,
      labels,
      compare,
      settings,
      account,
      usage,
      activity,
      members,
      apiKeys,
      webhooks,
      webhook,
      adminRoutes,
    ]),
  ]),
  defaultErrorComponent: PageFault,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

/** Fetches the code of the first page while the session is still being renewed. */
export function fetchFirstPage(): void {
  const [routes] = router.getMatchedRoutes(location.pathname)
  for (const route of routes) void router.loadRouteChunk(route)?.catch(() => {})
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
