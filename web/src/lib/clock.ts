import { makeStore, useStore } from './store.ts'

/** A smaller clock error is ignored: the service reports whole seconds, and responses take time. */
const toleranceMs = 60_000
/** The error of this device's clock, in milliseconds. Positive if it is fast. */
const errorMs = makeStore(0)

/** Returns the service's time. The clock of a device may be hours off. */
export const now = (): number => Date.now() - errorMs.read()

export const nowDate = (): Date => new Date(now())

/** Computes the clock error of this device from a response, which must not come from a cache. */
export function learnTime({ headers }: Response): void {
  const serverTimeMs = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(serverTimeMs)) return
  const fast = Date.now() - serverTimeMs
  errorMs.write(Math.abs(fast) < toleranceMs ? 0 : fast)
}

/** Returns the error of this device's clock. Negative if it is slow. */
export const useClockError = (): number => useStore(errorMs)
