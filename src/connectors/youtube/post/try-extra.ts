import { CallFailed, type Next, type Outgoing } from '#connectors/connector.ts'
import type { ExtraStep, Memo } from '../memo.ts'
import { parse } from '../verdicts/parse-error.ts'
import { onward } from './extras.ts'

/** Responses that mean that access or the quota is the problem, so the call is made again later. */
const temporary = new Set([401, 408, 425, 429])
const quotaReasons = new Set(['quotaExceeded', 'dailyLimitExceeded', 'rateLimitExceeded', 'userRateLimitExceeded'])
const maxQuoted = 200

/**
 * Makes an extra's call and continues. A refusal becomes a warning, so the extras after it still run: the video is
 * published, and no extra matters more than the others.
 */
export async function tryExtra(
  post: Outgoing,
  memo: Memo,
  { step, what, isDone = () => false }: Tried,
  work: () => Promise<unknown>,
): Promise<Next<Memo>> {
  try {
    await work()
  } catch (error) {
    const reason = refusalOf(error)
    if (reason === null) throw error
    if (!isDone(reason.reason))
      return { ...onward(post, memo, step), warning: `YouTube rejected the ${what}: ${reason.message}` }
  }
  return onward(post, memo, step)
}

interface Tried {
  readonly step: ExtraStep
  /** The name of the extra, for the warning. */
  readonly what: string
  /** True for a refusal that means that an earlier call took effect. */
  readonly isDone?: (reason: string) => boolean
}

function refusalOf(error: unknown): { readonly reason: string; readonly message: string } | null {
  if (!(error instanceof CallFailed)) return null
  const { sent, status } = error.failure
  if (sent !== 'answered' || status === null || status < 400 || status >= 500) return null
  const { code, message } = parse(error.failure) ?? {}
  const reason = code ?? ''
  if (quotaReasons.has(reason) || temporary.has(status)) return null
  return { reason, message: message ? `“${message.slice(0, maxQuoted)}”` : `status ${status}.` }
}
