import { createRootRoute, Outlet, redirect } from '@tanstack/react-router'
import { CrashPage, NotFoundPage } from '#web/app/fault-pages.tsx'
import { readToken } from '#web/app/session.ts'

export const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage, errorComponent: CrashPage })

/** Sends a visitor who is not signed in to the sign-in page, and back again afterwards. */
export async function requireSession({ location }: { readonly location: { readonly href: string } }): Promise<void> {
  if ((await readToken()) === null) throw redirect({ to: '/auth/sign-in', search: { next: location.href } })
}
