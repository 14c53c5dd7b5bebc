import type { Clock } from '../kit/clock.ts'

/** A period in which calls are counted. */
export interface Window {
  readonly endsAtMs: number
  count: number
}

/**
 * Creates windows by name. A window begins with its first call, or at a round time of the clock if `isRound`. While
 * limits are off, nothing is kept, and every call looks like the first of its window.
 */
export function createWindows(
  clock: Clock,
  { isOn = () => true, isRound = false }: { readonly isOn?: () => boolean; readonly isRound?: boolean } = {},
): (name: string, lengthMs: number) => Window {
  const windows = new Map<string, Window>()
  return (name, lengthMs) => {
    const nowMs = clock.ms()
    const known = windows.get(name)
    if (known && known.endsAtMs > nowMs) return known
    const endsAtMs = isRound ? (Math.floor(nowMs / lengthMs) + 1) * lengthMs : nowMs + lengthMs
    const opened = { endsAtMs, count: 0 }
    if (isOn()) windows.set(name, opened)
    return opened
  }
}
