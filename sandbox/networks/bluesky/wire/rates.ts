import { type Answer, Refused } from '../../../core/http/request.ts'
import type { Clock } from '../../../core/kit/clock.ts'
import { days, hours, minutes } from '../../../core/kit/clock.ts'
import { errorAnswer } from './refusals.ts'

/** The limits of the real network, each in a window that begins with its first call. */
const limits = {
  ip: [{ points: 3_000, windowMs: minutes(5) }],
  write: [
    { points: 5_000, windowMs: hours(1) },
    { points: 35_000, windowMs: days(1) },
  ],
  session: [
    { points: 30, windowMs: minutes(5) },
    { points: 300, windowMs: days(1) },
  ],
  blob: [{ points: 1_000, windowMs: days(1) }],
} as const

type Limit = keyof typeof limits

export interface Rates {
  /** Takes the points, or rejects with 429. Returns the rate limit headers. */
  spend(limit: Limit, of: string, points?: number): Readonly<Record<string, string>>
}

export function createRates(clock: Clock, on: () => boolean): Rates {
  const windows = new Map<string, { left: number; resetMs: number }>()
  return {
    spend(limit, of, points = 1) {
      if (!on()) return {}
      let tightest: { left: number; headers: Record<string, string> } | null = null
      for (const { points: max, windowMs } of limits[limit]) {
        const key = `${limit}/${windowMs}/${of}`
        const old = windows.get(key)
        const window = old && old.resetMs > clock.ms() ? old : { left: max, resetMs: clock.ms() + windowMs }
        windows.set(key, window)
        const over = window.left < points
        window.left = Math.max(0, window.left - points)
        const headers = headersOf(max, window.left, window.resetMs, windowMs)
        if (over) throw new Refused(rateLimited(headers, window.resetMs - clock.ms()))
        if (!tightest || window.left < tightest.left) tightest = { left: window.left, headers }
      }
      return tightest?.headers ?? {}
    },
  }
}

export const headersOf = (max: number, left: number, resetMs: number, windowMs: number): Record<string, string> => ({
  'RateLimit-Limit': String(max),
  'RateLimit-Remaining': String(left),
  'RateLimit-Reset': String(Math.ceil(resetMs / 1_000)),
  'RateLimit-Policy': `${max};w=${windowMs / 1_000}`,
})

export function rateLimited(headers: Readonly<Record<string, string>>, retryAfterMs: number | null): Answer {
  const wait = retryAfterMs === null ? {} : { 'Retry-After': String(Math.ceil(retryAfterMs / 1_000)) }
  return { ...errorAnswer(429, 'RateLimitExceeded', 'Rate Limit Exceeded'), headers: { ...headers, ...wait } }
}
