import { hours, minutes, seconds } from '#kernel/clock.ts'

export interface Policy {
  /** Timeout of the whole exchange, from the first byte of the request to the last byte of the answer. */
  readonly timeoutMs: number
  /** Waits after the first failure, the second, and so on. After the last of them the delivery has failed for good. */
  readonly waitsMs: readonly number[]
}

/** The API describes both policies; the setting WEBHOOK_POLICY chooses one. */
export const policies = {
  retry: { timeoutMs: seconds(10), waitsMs: [minutes(1), minutes(5), minutes(30), hours(2), hours(12)] },
  once: { timeoutMs: seconds(5), waitsMs: [] },
} as const satisfies Record<string, Policy>

const jitter = 0.1

/**
 * Returns the wait after so many failures; null when there is no further try. It is never shorter than the API says,
 * and a little longer at random, so that deliveries that failed together are not retried together. A receiver may ask
 * for up to twice as long, no longer: it must not park the deliveries that wait for it.
 */
export function waitAfter(
  { waitsMs }: Policy,
  failures: number,
  { retryAfterMs, random }: { readonly retryAfterMs: number | null; readonly random: () => number },
): number | null {
  const wait = waitsMs[failures - 1]
  if (wait === undefined) return null
  return Math.round(Math.max(wait * (1 + jitter * random()), Math.min(retryAfterMs ?? 0, 2 * wait)))
}

/**
 * Limits of a run of failures. A run that lasts longer than `ms` and has at least so many failures switches the
 * endpoint off.
 */
export const switchOffAfter = { ms: hours(120), failures: 10 } as const
