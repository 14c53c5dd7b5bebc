import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminTexts } from '#web/i18n/areas.ts'
import { openArea } from '#web/i18n/frame.ts'
import { readAlertsSearch } from '#web/pages/admin/alerts/alerts-search.ts'
import { readAuditLogSearch } from '#web/pages/admin/audit-log/audit-log-search.ts'
import { readBusinessSearch } from '#web/pages/admin/business/business-search.ts'
import { readCronsSearch } from '#web/pages/admin/crons/crons-search.ts'
import { readMailsSearch } from '#web/pages/admin/mails/mails-search.ts'
import { readSelfTestsSearch } from '#web/pages/admin/self-tests/self-tests-search.ts'
import { readTicketsSearch } from '#web/pages/admin/tickets/tickets-search.ts'
import { readUsersSearch } from '#web/pages/admin/users/users-search.ts'
import { profile } from './profile.ts'

const area = createRoute({
  getParentRoute: () => profile,
  path: 'admin',
  component: lazyRouteComponent(async () => {
    const [page] = await Promise.all([import('#web/pages/admin/admin-area.tsx'), openArea('admin', adminTexts)])
    return page
  }, 'AdminArea'),
})

const overview = createRoute({
  getParentRoute: () => area,
  path: '/',
  component: lazyRouteComponent(() => import('#web/pages/admin/overview/overview-page.tsx'), 'AdminOverviewPage'),
})

const users = createRoute({
  getParentRoute: () => area,
  path: 'users',
  validateSearch: readUsersSearch,
  component: lazyRouteComponent(() => import('#web/pages/admin/users/users-page.tsx'), 'AdminUsersPage'),
})

const directory = createRoute({
  getParentRoute: () => area,
  path: 'directory',
  component: lazyRouteComponent(() => import('#web/pages/admin/directory/directory-page.tsx'), 'AdminDirectoryPage'),
})

const queue = createRoute({
  getParentRoute: () => area,
  path: 'queue',
  component: lazyRouteComponent(() => import('#web/pages/admin/queue/queue-page.tsx'), 'AdminQueuePage'),
})

const networks = createRoute({
  getParentRoute: () => area,
  path: 'networks',
  component: lazyRouteComponent(() => import('#web/pages/admin/networks/networks-page.tsx'), 'AdminNetworksPage'),
})

const crons = createRoute({
  getParentRoute: () => area,
  path: 'crons',
  validateSearch: readCronsSearch,
  component: lazyRouteComponent(() => import('#web/pages/admin/crons/crons-page.tsx'), 'AdminCronsPage'),
})

const alerts = createRoute({
  getParentRoute: () => area,
  path: 'alerts',
  validateSearch: readAlertsSearch,
  component: lazyRouteComponent(() => import('#web/pages/admin/alerts/alerts-page.tsx'), 'AdminAlertsPage'),
})

const selfTests = createRoute({
  getParentRoute: () => area,
  path: 'self-tests',
  validateSearch: readSelfTestsSearch,
  component: lazyRouteComponent(() => import('#web/pages/admin/self-tests/self-tests-page.tsx'), 'AdminSelfTestsPage'),
})

const backups = createRoute({
  getParentRoute: () => area,
  path: 'backups',
  component: lazyRouteComponent(() => import('#web/pages/admin/backups/backups-page.tsx'), 'AdminBackupsPage'),
})

const auditLog = createRoute({
  getParentRoute: () => area,
  path: 'audit-log',
  validateSearch: readAuditLogSearch,
  component: lazyRouteComponent(
    async () => (await import('#web/pages/admin/audit-log/load-audit-log.ts')).loadAuditLog(),
    'AdminAuditLogPage',
  ),
})

const mails = createRoute({
  getParentRoute: () => area,
  path: 'mails',
  validateSearch: readMailsSearch,
  component: lazyRouteComponent(() => import('#web/pages/admin/mails/mails-page.tsx'), 'AdminMailsPage'),
})

const flags = createRoute({
  getParentRoute: () => area,
  path: 'flags',
  component: lazyRouteComponent(() => import('#web/pages/admin/flags/flags-page.tsx'), 'AdminFlagsPage'),
})

const tickets = createRoute({
  getParentRoute: () => area,
  path: 'tickets',
  validateSearch: readTicketsSearch,
  component: lazyRouteComponent(() => import('#web/pages/admin/tickets/tickets-page.tsx'), 'AdminTicketsPage'),
})

const business = createRoute({
  getParentRoute: () => area,
  path: 'business',
  validateSearch: readBusinessSearch,
  component: lazyRouteComponent(() => import('#web/pages/admin/business/business-page.tsx'), 'AdminBusinessPage'),
})

/** The pages for server administrators. */
export const adminRoutes = area.addChildren([
  overview,
  users,
  directory,
  queue,
  networks,
  crons,
  alerts,
  backups,
  selfTests,
  auditLog,
  mails,
  flags,
  tickets,
  business,
])
