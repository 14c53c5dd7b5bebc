import { useSyncExternalStore } from 'react'

/** A clock that is off by less than this is right: the service tells its time in whole seconds, and answers take time. */
const toleranceMs = 60_000
let aheadMs = 0
const listeners = new Set<() => void>()

/** Returns the time as the service has it. The clock of a device may be wrong by hours. */
export const now = (): number => Date.now() + aheadMs

export const nowDate = (): Date => new Date(now())

/** Learns from an answer how far the clock of this device is off. The answer must not come from a cache. */
export function learnTime({ headers }: Response): void {
  const told = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(told)) return
  const off = told - Date.now()
  aheadMs = Math.abs(off) < toleranceMs ? 0 : off
  for (const listener of listeners) listener()
}

/** Returns by how much the clock of this device is fast; negative: it is slow. */
export const useClockError = (): number =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => -aheadMs,
  )
