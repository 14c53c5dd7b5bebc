import { hours, minutes, seconds } from '#kernel/clock.ts'

export interface Policy {
  /** Timeout of the entire exchange, from the first byte of the request to the last byte of the response. */
  readonly timeoutMs: number
  /**
   * Delays after the first failure, the second, and so on. After the last one, the delivery has failed permanently.
   */
  readonly waitsMs: readonly number[]
}

/** The API describes both policies; the setting WEBHOOK_POLICY chooses one. */
export const policies = {
  retry: { timeoutMs: seconds(10), waitsMs: [minutes(1), minutes(5), minutes(30), hours(2), hours(12)] },
  once: { timeoutMs: seconds(5), waitsMs: [] },
} as const satisfies Record<string, Policy>

const jitter = 0.1

/**
 * Returns the wait after this many failures; null after the last attempt. It is never shorter than documented and
 * slightly longer at random, so that deliveries that failed together are not retried together. A receiver may request
 * up to twice the wait, but not more, since it must not park its waiting deliveries.
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
 * Limits for consecutive failures. If they last longer than `ms` and number at least this many, the endpoint is
 * disabled.
 */
export const switchOffAfter = { ms: hours(120), failures: 10 } as const
