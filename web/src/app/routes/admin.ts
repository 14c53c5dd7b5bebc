import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readUsersSearch } from '#web/pages/admin/users/users-search.ts'
import { profile } from './profile.ts'

const overview = createRoute({
  getParentRoute: () => profile,
  path: 'admin',
  component: lazyRouteComponent(() => import('#web/pages/admin/overview/overview-page.tsx'), 'AdminOverviewPage'),
})

const users = createRoute({
  getParentRoute: () => profile,
  path: 'admin/users',
  validateSearch: readUsersSearch,
  component: lazyRouteComponent(() => import('#web/pages/admin/users/users-page.tsx'), 'AdminUsersPage'),
})

const queue = createRoute({
  getParentRoute: () => profile,
  path: 'admin/queue',
  component: lazyRouteComponent(() => import('#web/pages/admin/queue/queue-page.tsx'), 'AdminQueuePage'),
})

const networks = createRoute({
  getParentRoute: () => profile,
  path: 'admin/networks',
  component: lazyRouteComponent(() => import('#web/pages/admin/networks/networks-page.tsx'), 'AdminNetworksPage'),
})

/** The pages for people who run the installation. */
export const adminRoutes = [overview, users, queue, networks] as const
