import { availableParallelism, loadavg } from 'node:os'

/**
 * Returns how long to wait for something that must come, before the wait counts as one that never ends. No test depends
 * on the length. A machine with more work than processors gets as many times longer.
 */
export function patienceMs(onQuietMachineMs = 90_000): number {
  const [lastMinute = 0] = loadavg()
  return Math.ceil(onQuietMachineMs * Math.max(1, lastMinute / availableParallelism()))
}
