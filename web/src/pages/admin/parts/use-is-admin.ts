import { useSession } from '#web/app/session.ts'

/** True for a user who may change the installation. Who supports users reads most of it only. */
export function useIsAdmin(): boolean {
  const session = useSession()
  return session.state === 'in' && ['admin', 'superadmin'].includes(session.signedIn.user.role)
}
