import type { PosthornError } from './error.ts'

export interface RetrySettings {
  /** The total number of attempts. 1 disables retries. */
  readonly attempts: number
  readonly firstDelayMs: number
  /** The longest wait. If the service requests a longer one, the call fails immediately. */
  readonly longestDelayMs: number
}

export const defaultRetry: RetrySettings = { attempts: 4, firstDelayMs: 250, longestDelayMs: 30_000 }

/**
 * True if a call can be repeated safely: it only reads, it results in the same state, or the service recognizes the
 * repeated request.
 */
export const mayRepeat = (method: string, idempotencyKey: string | null): boolean =>
  ['GET', 'HEAD', 'DELETE'].includes(method) || (method === 'POST' && idempotencyKey !== null)

function passes({ code, status }: PosthornError): boolean {
  return code === 'no_answer' || [429, 502, 503, 504].includes(status) || code === 'idempotency_in_progress'
}

/** Returns the wait before the next attempt, or null after the last one. `chance` is from 0 up to 1. */
export function delayBefore(
  next: { readonly attempt: number; readonly error: PosthornError; readonly chance: number },
  settings: RetrySettings,
): number | null {
  const { attempt, error, chance } = next
  if (attempt > settings.attempts || !passes(error)) return null
  if (error.retryAfterMs !== null) {
    // Waits slightly longer than requested, at random, so that clients do not all retry together.
    const delayMs = error.retryAfterMs + chance * Math.min(settings.firstDelayMs, error.retryAfterMs)
    return error.retryAfterMs > settings.longestDelayMs ? null : delayMs
  }
  const ceilingMs = Math.min(settings.longestDelayMs, settings.firstDelayMs * 2 ** (attempt - 2))
  return ceilingMs / 2 + (chance * ceilingMs) / 2
}

/** Waits. Rejects with the signal's reason if it is aborted. */
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
