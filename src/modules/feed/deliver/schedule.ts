import { hours, minutes, seconds } from '#kernel/clock.ts'

export interface Policy {
  /** For the whole exchange, from the first byte that is sent to the last of the answer. */
  readonly timeoutMs: number
  /** After the first failure, the second, and so on; after the last of them it has failed for good. */
  readonly waitsMs: readonly number[]
}

/** The interface describes both; the setting WEBHOOK_POLICY chooses. */
export const policies = {
  retry: { timeoutMs: seconds(10), waitsMs: [minutes(1), minutes(5), minutes(30), hours(2), hours(12)] },
  once: { timeoutMs: seconds(5), waitsMs: [] },
} as const satisfies Record<string, Policy>

const jitter = 0.1

/**
 * How long to wait after so many failures; null when there is no further try. Never less than the interface says, and a
 * little more by chance, so that what failed together does not come back together. A receiver may ask for up to twice as
 * long, no longer: it must not park what is waiting for it.
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

/** A run of failures that is longer than this, and of at least so many, takes an endpoint out of service. */
export const givesUpAfter = { ms: hours(120), failures: 10 } as const
