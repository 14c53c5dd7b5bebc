import { useSession } from '#web/app/session.ts'
import { makeStore, useStore } from '#web/lib/store.ts'

const isOpen = makeStore(false)

/** Opens or closes the weather panel of the sandbox, from any page that refers to it. */
export const openWeather = (open: boolean): void => isOpen.write(open)

export const useWeatherOpen = (): boolean => useStore(isOpen)

/** True for server administrators. */
export function useMayBreak(): boolean {
  const session = useSession()
  const role = session.state === 'in' ? session.signedIn.user.role : null
  return role === 'admin' || role === 'superadmin'
}
