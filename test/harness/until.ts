import { setTimeout as sleep } from 'node:timers/promises'
import { patienceMs } from './patience.ts'

/**
 * Waits for a condition that must become true, and returns what was seen. On a busy machine it waits proportionally
 * longer.
 */
export async function until<Seen>(
  what: string | (() => string),
  look: () => Promise<Seen | null | undefined | false> | Seen | null | undefined | false,
): Promise<Seen> {
  for (const begun = performance.now(); performance.now() - begun < patienceMs(); await sleep(5)) {
    const seen = await look()
    if (seen) return seen
  }
  throw new Error(`Not within the deadline: ${typeof what === 'string' ? what : what()}.`)
}
