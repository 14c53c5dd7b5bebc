import type { World } from '../../../core/network.ts'

interface Growth {
  /** Returns a count at this moment: zero at first, near its end value within a day or two, and never decreasing. */
  of(what: string, id: string, bornMs: number, atMost: number): number
}

/** Creates counters that grow with the sandbox's clock, for each post at its own pace. */
export function createGrowth({ clock, random }: World): Growth {
  const hourMs = 3_600_000
  return {
    of(what, id, bornMs, atMost) {
      const ageMs = Math.max(0, clock.ms() - bornMs)
      // Most posts are seen by few people: the cube makes large numbers rare.
      const top = random.fixed(`${what}/${id}`) ** 3 * atMost
      return Math.floor(top * (1 - Math.exp(-ageMs / (12 * hourMs))))
    },
  }
}
