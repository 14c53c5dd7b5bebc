import { createRouter } from '@tanstack/react-router'
import { loadBackground } from '#web/app/frame/load-background.ts'
import { LatePageFault } from '#web/app/late-faults.ts'
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
  defaultErrorComponent: LatePageFault,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

/*
 * Removes search parameters that a page does not declare. The router passes them through unchanged, so an outdated or
 * mistyped URL would bring values that no page expects, and a malicious one a redirect target.
 */
for (const { options } of Object.values(router.routesById)) {
  const read = options.validateSearch
  if (typeof read !== 'function') continue
  options.validateSearch = (search: Record<string, unknown>) => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...read(search),
  })
}

/** Fetches the code of the first page while the session is being renewed. */
export function fetchFirstPage(): void {
  const [routes] = router.getMatchedRoutes(location.pathname)
  if (routes.some(({ id }) => id === profile.id)) void loadBackground().catch(() => {})
  for (const route of routes) void router.loadRouteChunk(route)?.catch(() => {})
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
