import { makeStore, useStore } from './store.ts'

/** A clock that is off by less than this is right: the service tells its time in whole seconds, and answers take time. */
const toleranceMs = 60_000
/** The error of the clock of this device, in milliseconds; above zero: it is fast. */
const errorMs = makeStore(0)

/** Returns the time as the service has it. The clock of a device may be wrong by hours. */
export const now = (): number => Date.now() - errorMs.read()

export const nowDate = (): Date => new Date(now())

/** Learns from an answer how far the clock of this device is off. The answer must not come from a cache. */
export function learnTime({ headers }: Response): void {
  const serverTimeMs = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(serverTimeMs)) return
  const fast = Date.now() - serverTimeMs
  errorMs.write(Math.abs(fast) < toleranceMs ? 0 : fast)
}

/** Returns by how much the clock of this device is fast; negative: it is slow. */
export const useClockError = (): number => useStore(errorMs)
