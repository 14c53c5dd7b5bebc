import type { Clock } from '../../core/kit/clock.ts'
import type { Window } from '../../core/limits/windows.ts'

export interface Taken {
  /** The used share of the limit, in percent. */
  readonly percent: number
  readonly over: boolean
  /** The minutes until calls are accepted again. 0 if they are accepted now. */
  readonly minutes: number
}

/**
 * Creates a counter of calls. A window starts with its first call and lasts as long as the limit's period. Calls over
 * the limit extend the wait.
 */
export function createWindows(clock: Clock): { take(name: string, max: number, lengthMs: number): Taken } {
  const windows = new Map<string, Window>()
  function windowOf(name: string, lengthMs: number): Window {
    const known = windows.get(name)
    if (known && known.endsAtMs > clock.ms()) return known
    const opened = { endsAtMs: clock.ms() + lengthMs, count: 0 }
    windows.set(name, opened)
    return opened
  }
  return {
    take(name, max, lengthMs) {
      if (max === 0) return { percent: 1, over: false, minutes: 0 }
      const window = windowOf(name, lengthMs)
      window.count += 1
      const over = window.count > max
      const blockedMs = window.endsAtMs + (over ? (window.count - max) * 60_000 : 0)
      if (over) windows.set(name, { ...window, endsAtMs: Math.min(blockedMs, clock.ms() + lengthMs) })
      const minutes = over ? Math.ceil((windowOf(name, lengthMs).endsAtMs - clock.ms()) / 60_000) : 0
      return { percent: Math.min(100, Math.floor((100 * window.count) / max)), over, minutes }
    },
  }
}

/** The header with an app's usage, which every response has. */
export const appUsage = (percent: number): Readonly<Record<string, string>> => ({
  'x-app-usage': JSON.stringify({ call_count: percent, total_cputime: 0, total_time: 0 }),
})

/**
 * The header with the usage of one account or page. `percent` is out of a hundred; `minutes` is positive only while it
 * is over its limit.
 */
export const businessUsage = (
  type: 'pages' | 'instagram',
  id: string,
  { percent, minutes }: { readonly percent: number; readonly minutes: number },
): Readonly<Record<string, string>> => ({
  'x-business-use-case-usage': JSON.stringify({
    [id]: [
      {
        type,
        call_count: percent,
        total_cputime: Math.min(percent, 25),
        total_time: Math.min(percent, 25),
        estimated_time_to_regain_access: minutes,
      },
    ],
  }),
})
