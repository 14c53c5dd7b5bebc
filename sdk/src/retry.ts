import type { PosthornError } from './error.ts'

export interface RetrySettings {
  /** The number of tries in all; 1 disables retries. */
  readonly attempts: number
  readonly firstDelayMs: number
  /** The longest wait. When the service asks for a longer one, the call fails immediately. */
  readonly longestDelayMs: number
}

export const defaultRetry: RetrySettings = { attempts: 4, firstDelayMs: 250, longestDelayMs: 30_000 }

/**
 * True when a call can be repeated safely: it reads, it ends in the same state, or the service recognizes the repeated
 * request.
 */
export const mayRepeat = (method: string, idempotencyKey: string | null): boolean =>
  ['GET', 'HEAD', 'DELETE'].includes(method) || (method === 'POST' && idempotencyKey !== null)

function passes({ code, status }: PosthornError): boolean {
  return code === 'no_answer' || [429, 502, 503, 504].includes(status) || code === 'idempotency_in_progress'
}

/** Returns the wait before the next try, or null when there is no next try. `chance` is from 0 up to 1. */
export function delayBefore(
  next: { readonly attempt: number; readonly error: PosthornError; readonly chance: number },
  settings: RetrySettings,
): number | null {
  const { attempt, error, chance } = next
  if (attempt > settings.attempts || !passes(error)) return null
  if (error.retryAfterMs !== null) {
    // Waits a little longer than asked, at random, so that clients do not all retry together.
    const delayMs = error.retryAfterMs + chance * Math.min(settings.firstDelayMs, error.retryAfterMs)
    return error.retryAfterMs > settings.longestDelayMs ? null : delayMs
  }
  const ceilingMs = Math.min(settings.longestDelayMs, settings.firstDelayMs * 2 ** (attempt - 2))
  return ceilingMs / 2 + (chance * ceilingMs) / 2
}

/** Waits. Rejects with the signal's reason when it is aborted. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
