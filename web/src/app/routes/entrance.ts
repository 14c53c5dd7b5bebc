import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { findStartProfile } from '#web/app/start-profile.ts'
import { requireSession, root } from './root.ts'

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: (search): { open?: 'compose' | 'queue' } =>
    search.open === 'compose' || search.open === 'queue' ? { open: search.open } : {},
  beforeLoad: async (context) => {
    await requireSession(context)
    const params = { profileId: await findStartProfile() }
    // The shortcuts of the installed app name a page, but not a profile.
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

const open = createRoute({
  getParentRoute: () => root,
  path: '/open/$',
  beforeLoad: async (context) => {
    await requireSession(context)
    const { _splat: page = '' } = context.params
    throw redirect({ href: `/p/${await findStartProfile()}/${page}${location.hash}`, replace: true })
  },
})

/** The entry points without a profile. They lead to the one opened last. */
export const entranceRoutes = [start, share, open] as const
