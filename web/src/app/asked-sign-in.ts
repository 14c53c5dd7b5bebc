import { useSyncExternalStore } from 'react'

let isAsked = false
const listeners = new Set<() => void>()

/** Asks for a new sign-in over the page, or ends that. Some things need one that is fresh. */
export function askForSignIn(asked: boolean): void {
  isAsked = asked
  for (const listener of listeners) listener()
}

export const useAskedSignIn = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isAsked,
  )
