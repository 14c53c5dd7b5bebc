import { useNavigate } from '@tanstack/react-router'
import { queryClient } from './queries.ts'
import { signOut } from './session.ts'

/** Returns a function that signs out and forgets everything that was read in this session. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    const elsewhere = await signOut()
    queryClient.clear()
    if (elsewhere) return location.assign(elsewhere)
    await navigate({ to: '/auth/sign-in' })
  }
}
