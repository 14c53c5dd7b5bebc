import { grown } from '../../../core/figures/growth.ts'
import type { World } from '../../../core/network.ts'

interface Growth {
  /** Returns a current count: zero at first, close to its maximum within a day or two, and never decreasing. */
  of(what: string, id: string, bornMs: number, atMost: number): number
}

/** Creates counters that grow with the sandbox's clock, with an individual limit for each post. */
export const createGrowth = (world: World): Growth => ({
  of: (what, id, sinceMs, max) => grown({ world, network: 'bluesky' }, `${what}/${id}`, { sinceMs, max, halfHours: 8 }),
})
