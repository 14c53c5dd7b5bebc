import { createRoute, notFound } from '@tanstack/react-router'
import { Shell } from '#web/app/frame/shell.tsx'
import { LateCrashPage } from '#web/app/late-faults.ts'
import { accountsQuery, profilesQuery, queryClient } from '#web/app/queries.ts'
import { readFirst } from './read-ahead.ts'
import { requireUser, root } from './root.ts'

/** Anything else is a mistyped URL without a page. */
const profileId = /^prof_[0-9a-z]{26}$/

/** The parent of every page that belongs to a brand. */
export const profile = createRoute({
  getParentRoute: () => root,
  path: '/p/$profileId',
  beforeLoad: async (going) => {
    if (!profileId.test(going.params.profileId)) throw notFound()
    await requireUser(going)
  },
  // The sandbox stripe is above everything, and only the accounts tell whether it is needed.
  loader: ({ params: { profileId } }) =>
    readFirst(queryClient.ensureQueryData(accountsQuery(profileId)), queryClient.ensureQueryData(profilesQuery)),
  component: Shell,
  errorComponent: LateCrashPage,
})
