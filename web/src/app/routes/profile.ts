import { createRoute } from '@tanstack/react-router'
import { CrashPage } from '#web/app/fault-pages.tsx'
import { Shell } from '#web/app/frame/shell.tsx'
import { requireUser, root } from './root.ts'

/** The parent of every page that belongs to a brand. */
export const profile = createRoute({
  getParentRoute: () => root,
  path: '/p/$profileId',
  beforeLoad: requireUser,
  component: Shell,
  errorComponent: CrashPage,
})
