import { useSession } from '#web/app/session.ts'

/** True for a user who can change the installation. Support staff have mostly read access. */
export function useIsAdmin(): boolean {
  const session = useSession()
  return session.state === 'in' && ['admin', 'superadmin'].includes(session.signedIn.user.role)
}
