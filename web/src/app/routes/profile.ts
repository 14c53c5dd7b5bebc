import { createRoute, notFound } from '@tanstack/react-router'
import { CrashPage } from '#web/app/fault-pages.tsx'
import { Shell } from '#web/app/frame/shell.tsx'
import { accountsQuery, profilesQuery, queryClient } from '#web/app/queries.ts'
import { readFirst } from './read-ahead.ts'
import { requireUser, root } from './root.ts'

/** An address with anything else was mistyped, and no page is there. */
const profileId = /^prof_[0-9a-z]{26}$/

/** The parent of every page that belongs to a brand. */
export const profile = createRoute({
  getParentRoute: () => root,
  path: '/p/$profileId',
  beforeLoad: async (going) => {
    if (!profileId.test(going.params.profileId)) throw notFound()
    await requireUser(going)
  },
  // The stripe of the sandbox stands above everything, and only the accounts tell whether there is one.
  loader: ({ params: { profileId } }) =>
    readFirst(queryClient.ensureQueryData(accountsQuery(profileId)), queryClient.ensureQueryData(profilesQuery)),
  component: Shell,
  errorComponent: CrashPage,
})
