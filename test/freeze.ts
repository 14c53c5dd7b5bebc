import type { KillPoint, Probe } from '#modules/publishing/index.ts'

/**
 * Stops an engine at a point, as a machine does that dies or sleeps there. It stays so until it is woken, or for good:
 * then what it wanted to do next is what a zombie does.
 */
export function freezeAt(point: KillPoint, nth = 1) {
  const reached = Promise.withResolvers<void>()
  const awake = Promise.withResolvers<void>()
  let seen = 0
  const probe: Probe = async (at) => {
    if (at !== point || ++seen !== nth) return
    reached.resolve()
    await awake.promise
  }
  return { probe, reached: reached.promise, wake: () => awake.resolve() }
}
