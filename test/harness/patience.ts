import { availableParallelism, loadavg } from 'node:os'

/**
 * Returns how long to wait for something that must happen, before the wait counts as endless. No test depends on the
 * length. On a machine with more work than processors, it grows in proportion.
 */
export function patienceMs(onQuietMachineMs = 90_000): number {
  const [lastMinute = 0] = loadavg()
  return Math.ceil(onQuietMachineMs * Math.max(1, lastMinute / availableParallelism()))
}
