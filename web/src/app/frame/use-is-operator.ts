import { useSession } from '../session.ts'

/** True for a user who helps to run the installation. The service checks it again at each call. */
export function useIsOperator(): boolean {
  const session = useSession()
  return session.state === 'in' && session.signedIn.user.role !== 'user'
}
