import { availableParallelism, loadavg } from 'node:os'

/**
 * How long to wait for what must come, before a wait counts as one that never ends. No test depends on how long it is: a
 * machine with more work than processors is given as many times longer.
 */
export function patienceMs(onQuietMachineMs = 90_000): number {
  const [lastMinute = 0] = loadavg()
  return onQuietMachineMs * Math.max(1, lastMinute / availableParallelism())
}
