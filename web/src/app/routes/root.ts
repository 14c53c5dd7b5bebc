import { createRootRoute, Outlet, redirect } from '@tanstack/react-router'
import { LateCrashPage, LateNotFoundPage } from '#web/app/late-faults.ts'
import { hasSessionEnded, readToken } from '#web/app/session.ts'
import { keepFragment } from '#web/lib/browser/kept-fragment.ts'

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
  if ((await readToken()) !== null) return
  const [next = '/', fragment] = location.href.split('#')
  // It can be a code, and a query reaches logs.
  keepFragment(fragment)
  throw redirect({ to: '/auth/sign-in', search: { next } })
}

/** Does the same for pages that ask for a new sign-in themselves, on top of their content, when a session ends. */
export async function requireUser(going: Going): Promise<void> {
  if (!hasSessionEnded()) await requireSession(going)
}
