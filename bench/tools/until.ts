import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until a condition holds; an error means that it does not hold yet. */
export async function until(what: string, holds: () => Promise<boolean>, withinMs = 180_000): Promise<void> {
  for (const deadline = performance.now() + withinMs; performance.now() < deadline; await sleep(10))
    if (await holds().catch(() => false)) return
  throw new Error(`not within ${withinMs / 1_000} s: ${what}`)
}

/** Waits until a service is ready. A start is slow on a busy machine, which is not an error. */
export const untilReady = (url: string, withinMs?: number): Promise<void> =>
  until(`${url} is ready`, async () => (await fetch(`${url}/readyz`)).ok, withinMs)
