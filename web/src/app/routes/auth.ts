import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readToken } from '#web/app/session.ts'
import { requireSession, root } from './root.ts'

/** Accepts only a path of this site. Any other URL would make the sign-in page an open redirect. */
const nextOf = (search: Record<string, unknown>): { next?: string } =>
  typeof search.next === 'string' && /^\/(?!\/)/.test(search.next) ? { next: search.next } : {}

/** `reset`: the user has just set a new password. `password`: shows the form even if company sign-in replaces it. */
const signInSearch = (search: Record<string, unknown>): { next?: string; reset?: true; password?: true } => ({
  ...nextOf(search),
  ...(search.reset === true ? { reset: true } : {}),
  ...(search.password === true ? { password: true } : {}),
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/auth/sign-in',
  validateSearch: signInSearch,
  component: lazyRouteComponent(() => import('#web/pages/auth/sign-in-page.tsx'), 'SignInPage'),
})

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/auth/sign-up',
  validateSearch: nextOf,
  component: lazyRouteComponent(() => import('#web/pages/auth/sign-up-page.tsx'), 'SignUpPage'),
})

const claim = createRoute({
  getParentRoute: () => root,
  path: '/start',
  component: lazyRouteComponent(() => import('#web/pages/auth/claim-page.tsx'), 'ClaimPage'),
})

const forgot = createRoute({
  getParentRoute: () => root,
  path: '/auth/forgot',
  component: lazyRouteComponent(() => import('#web/pages/auth/mailed/forgot-page.tsx'), 'ForgotPage'),
})

const reset = createRoute({
  getParentRoute: () => root,
  path: '/auth/reset',
  component: lazyRouteComponent(() => import('#web/pages/auth/mailed/reset-page.tsx'), 'ResetPage'),
})

const confirm = createRoute({
  getParentRoute: () => root,
  path: '/auth/confirm',
  component: lazyRouteComponent(() => import('#web/pages/auth/mailed/confirm-page.tsx'), 'ConfirmPage'),
})

const invite = createRoute({
  getParentRoute: () => root,
  path: '/auth/invite',
  // The page itself asks visitors to sign in or up.
  beforeLoad: async () => void (await readToken()),
  component: lazyRouteComponent(
    async () => (await import('#web/pages/auth/mailed/load-invite.ts')).loadInvite(),
    'InvitePage',
  ),
})

const authorize = createRoute({
  getParentRoute: () => root,
  path: '/auth/authorize',
  validateSearch: (search): { request?: string } =>
    typeof search.request === 'string' ? { request: search.request } : {},
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('#web/pages/auth/apps/authorize-page.tsx'), 'AuthorizePage'),
})

const device = createRoute({
  getParentRoute: () => root,
  path: '/device',
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('#web/pages/auth/apps/device-page.tsx'), 'DevicePage'),
})

/** The query as the browser opened it. The router rewrites it, which would change a code of digits. */
const arrivedWith = location.search

const company = createRoute({
  getParentRoute: () => root,
  path: '/auth/company',
  validateSearch: () => ({}),
  context: () => ({ arrivedWith }),
  component: lazyRouteComponent(
    async () => (await import('#web/pages/auth/company/load-company.ts')).loadCompanyPage(),
    'CompanyPage',
  ),
})

const connected = createRoute({
  getParentRoute: () => root,
  path: '/auth/connected',
  component: lazyRouteComponent(() => import('#web/pages/auth/connected-page.tsx'), 'ConnectedPage'),
})

/** The pages for signing in and up, and for authorizing others. */
export const authRoutes = [
  signIn,
  signUp,
  claim,
  forgot,
  reset,
  confirm,
  invite,
  authorize,
  device,
  company,
  connected,
] as const
