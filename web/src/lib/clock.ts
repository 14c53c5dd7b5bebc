/** A clock that is off by less than this is right: the service tells its time in whole seconds, and answers take time. */
const toleranceMs = 60_000
let aheadMs = 0

/** Returns the time as the service has it. The clock of a device may be wrong by hours. */
export const now = (): number => Date.now() + aheadMs

/** Learns from an answer how far the clock of this device is off. The answer must not come from a cache. */
export function learnTime({ headers }: Response): void {
  const told = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(told)) return
  const off = told - Date.now()
  aheadMs = Math.abs(off) < toleranceMs ? 0 : off
}
