import { useSession } from '#web/app/session.ts'
import { makeStore, useStore } from '#web/lib/store.ts'

const isOpen = makeStore(false)

/** Opens or closes the weather of the sandbox, from wherever a page speaks of it. */
export const openWeather = (open: boolean): void => isOpen.write(open)

export const useWeatherOpen = (): boolean => useStore(isOpen)

/** True for those who run the installation. */
export function useMayBreak(): boolean {
  const session = useSession()
  const role = session.state === 'in' ? session.signedIn.user.role : null
  return role === 'admin' || role === 'superadmin'
}
