import { useSession } from '../session.ts'

/** True for a server administrator. The service checks this again on each call. */
export function useIsOperator(): boolean {
  const session = useSession()
  return session.state === 'in' && session.signedIn.user.role !== 'user'
}
