import { useSyncExternalStore } from 'react'

let isOpen = false
const listeners = new Set<() => void>()

/** Opens or closes the weather of the sandbox, from wherever a page speaks of it. */
export function openWeather(open: boolean): void {
  isOpen = open
  for (const listener of listeners) listener()
}

export const useWeatherOpen = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isOpen,
  )
