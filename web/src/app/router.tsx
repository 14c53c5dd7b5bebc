import { createRouter } from '@tanstack/react-router'
import { PageFault } from '#web/app/fault-pages.tsx'
import { adminRoutes } from './routes/admin.ts'
import { analyticsRoutes } from './routes/analytics.ts'
import { authRoutes } from './routes/auth.ts'
import { entranceRoutes } from './routes/entrance.ts'
import { planningRoutes } from './routes/planning.ts'
import { profile } from './routes/profile.ts'
import { root } from './routes/root.ts'
import { settingsRoutes } from './routes/settings.ts'
import { writingRoutes } from './routes/writing.ts'

export const router = createRouter({
  routeTree: root.addChildren([
    ...entranceRoutes,
    ...authRoutes,
    profile.addChildren([...planningRoutes, ...writingRoutes, ...analyticsRoutes, ...settingsRoutes, adminRoutes]),
  ]),
  defaultErrorComponent: PageFault,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

/**
 * Leaves in the address of a page only what the page's reader returns. Without this, the router keeps each value that a
 * reader refuses, and the page gets a view or an address to go on to that it does not know.
 */
for (const route of Object.values(router.routesById)) {
  const read: unknown = route.options.validateSearch
  if (typeof read !== 'function') continue
  Object.assign(route.options, {
    validateSearch: (given: Record<string, unknown>) => ({
      ...Object.fromEntries(Object.keys(given).map((name) => [name, undefined])),
      ...read(given),
    }),
  })
}

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
