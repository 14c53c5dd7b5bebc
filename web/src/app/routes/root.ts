import { createRootRoute, Outlet, redirect } from '@tanstack/react-router'
import { LateCrashPage, LateNotFoundPage } from '#web/app/late-faults.ts'
import { hasSessionEnded, readToken } from '#web/app/session.ts'

export const root = createRootRoute({
  component: Outlet,
  notFoundComponent: LateNotFoundPage,
  errorComponent: LateCrashPage,
})

interface Going {
  readonly location: { readonly href: string }
}

/** Redirects a visitor who is not signed in to the sign-in page, and back afterwards. */
export async function requireSession({ location }: Going): Promise<void> {
  if ((await readToken()) === null) throw redirect({ to: '/auth/sign-in', search: { next: location.href } })
}

/** Does the same for pages that ask for a new sign-in themselves, on top of their content, when a session ends. */
export async function requireUser(going: Going): Promise<void> {
  if (!hasSessionEnded()) await requireSession(going)
}
