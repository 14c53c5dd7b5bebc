import type { World } from '../network.ts'

type Growing = Parameters<typeof grown>[0]

/** Returns a counter for a post's metrics: the current value of a metric that grows toward `max`. */
export const createCounter =
  (platform: Growing, post: string, sinceMs: number) =>
  (name: string, max: number, halfHours: number): number =>
    grown(platform, `${name}/${post}`, { sinceMs, max, halfHours })

/**
 * Returns a count that never decreases. It grows fast at first, toward its own limit between a quarter of `max` and
 * `max`. The same age gives the same count in every run.
 */
export function grown(
  { world, network }: { readonly world: World; readonly network: string },
  name: string,
  { sinceMs, max, halfHours }: { readonly sinceMs: number; readonly max: number; readonly halfHours: number },
): number {
  const ageMs = Math.max(0, world.clock.ms() - sinceMs)
  const limit = 0.25 + 0.75 * world.random.fixed(`${network}/${name}`)
  return Math.floor(max * limit * (1 - 2 ** (-ageMs / (halfHours * 3_600_000))))
}
