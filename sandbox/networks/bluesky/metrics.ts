import type { World } from '../../core/network.ts'

export interface Growth {
  /** How many there are of something by now: none at first, most within a day or two, never fewer. */
  of(what: string, id: string, bornMs: number, atMost: number): number
}

/** Counters that grow with the sandbox's clock, for each post at its own pace. */
export function createGrowth({ clock, random }: World): Growth {
  const hourMs = 3_600_000
  return {
    of(what, id, bornMs, atMost) {
      const ageMs = Math.max(0, clock.ms() - bornMs)
      // Most posts are seen by few: the cube makes the large ones rare.
      const top = random.fixed(`${what}/${id}`) ** 3 * atMost
      return Math.floor(top * (1 - Math.exp(-ageMs / (12 * hourMs))))
    },
  }
}
