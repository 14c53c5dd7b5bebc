import { useSyncExternalStore } from 'react'

/** A value outside of components that they can subscribe to. */
export interface Store<Value> {
  readonly read: () => Value
  readonly write: (next: Value) => void
  /** Returns an unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void
}

export function makeStore<Value>(first: Value): Store<Value> {
  const listeners = new Set<() => void>()
  let value = first
  return {
    read: () => value,
    write: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Renders a component again whenever the value is written. */
export const useStore = <Value>(store: Store<Value>): Value => useSyncExternalStore(store.subscribe, store.read)
