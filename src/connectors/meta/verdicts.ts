import type { Failure, Verdict, WaitCode } from '#connectors/connector.ts'
import { retryAfterMs } from '#connectors/verdicts/default-verdicts.ts'
import { jsonOf } from '#connectors/verdicts/verdict-table.ts'
import { reauth, retryCall } from '#connectors/verdicts/verdicts.ts'
import type { GraphError } from './graph-error.ts'
import { regainMs } from './usage.ts'

/** Verdicts shared by the Graph APIs of Facebook, Instagram and Threads. */

/** Builds the verdict on a failure that may be temporary. After one of the visible steps the outcome is unknown. */
export const passingAfter =
  (visible: readonly string[]) =>
  (why: string, code?: WaitCode) =>
  (_failure: Failure, _error: GraphError | null, step: string): Verdict =>
    visible.includes(step) ? { is: 'doubt', why, ...(code && { code }) } : retryCall(why, code)

/** Builds the verdict on a rate limit, which ends at the time in the response or after the usual time. */
export const parked =
  (of: 'account' | 'app', why: string, usualMs?: number) =>
  ({ headers }: Failure, _error: GraphError, _step: string, now: Date): Verdict => {
    const waitMs = retryAfterMs(headers['retry-after'], now) ?? regainMs(headers) ?? usualMs
    return { is: 'retry', of, why, ...(waitMs === undefined ? {} : { until: new Date(now.getTime() + waitMs) }) }
  }

/** Finds a known name in any field, because the networks do not document which field contains it. */
export function verdictByName(failure: Failure, names: Readonly<Record<string, Verdict>>): Verdict | null {
  const error = jsonOf(failure)?.error as Readonly<Record<string, unknown>> | undefined
  const fields = [error?.code, error?.error_subcode, error?.type, error?.message, error?.error_user_title]
  const name = fields.find((field) => typeof field === 'string' && Object.hasOwn(names, field))
  return typeof name === 'string' ? (names[name] ?? null) : null
}

interface NoNumbers {
  readonly network: string
  /** The sign-in steps, whose refusals have a separate format. Empty if they have the same format as all errors. */
  readonly connecting: readonly string[]
  readonly passing: ReturnType<typeof passingAfter>
}

/**
 * Returns the verdict on a response without error numbers, which usually comes from something in front of the network.
 */
export function verdictWithoutNumbers(
  failure: Failure,
  step: string,
  { network, connecting, passing }: NoNumbers,
): Verdict | null {
  const isTheirs = typeof jsonOf(failure)?.error_type === 'string'
  if (isTheirs && connecting.includes(step) && (failure.status ?? 500) < 500)
    return reauth(
      `${network} rejected the sign-in because it was already used, has expired or belongs to another app. Start ` +
        `again.`,
    )
  return [400, 403, 404].includes(failure.status ?? 0)
    ? passing(`A server in front of ${network} responded with status ${failure.status}.`)(failure, null, step)
    : null
}
