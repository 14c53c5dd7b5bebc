import { useNavigate } from '@tanstack/react-router'
import { queryClient } from './queries.ts'
import { signOut } from './session.ts'

/** Returns a function that ends the session of this browser and forgets what was read in it. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    await signOut()
    queryClient.clear()
    await navigate({ to: '/auth/sign-in' })
  }
}
