import { useNavigate } from '@tanstack/react-router'
import { queryClient } from './queries.ts'
import { signOut } from './session.ts'

/** Returns a function that signs out and forgets everything that was read in this session. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    await signOut()
    queryClient.clear()
    await navigate({ to: '/auth/sign-in' })
  }
}
