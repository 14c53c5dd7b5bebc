import { useCallback, useRef, useState } from 'react'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey, minuteOfDay, startOfDay } from '#web/lib/day.ts'

/** A day in the calendar where a post is being written. */
export interface Spot {
  /** The element that was chosen, next to which the composer opens. */
  readonly anchor: HTMLElement
  readonly day: string
  /** The suggested minute of the day. */
  readonly minute: number
}

export type OnCompose = (anchor: HTMLElement, day: string, minute?: number) => void

const morning = 9 * 60
const lastQuarter = 24 * 60 - 15
const stepMinutes = 15
const leastAheadMinutes = 10

/** Suggests the morning of a day, or soon if that has passed. */
export function suggestMinute(day: string): number {
  const now = nowDate()
  if (day !== dayKey(now)) return morning
  const soon = Math.ceil((minuteOfDay(now) + leastAheadMinutes) / stepMinutes) * stepMinutes
  return Math.min(lastQuarter, Math.max(morning, soon))
}

/** True for a day on which a post can still be scheduled. */
export const isAhead = (day: string): boolean => startOfDay(day) >= startOfDay(dayKey(nowDate()))

/** Opens a small composer on a day. Its text is kept until it is saved, so that a click elsewhere loses nothing. */
export function useQuickCompose() {
  const [spot, setSpot] = useState<Spot | null>(null)
  const text = useRef('')
  const open: OnCompose = useCallback(
    (anchor, day, minute = suggestMinute(day)) => setSpot({ anchor, day, minute }),
    [],
  )
  const close = useCallback(() => setSpot(null), [])
  return { spot, text, open, close }
}
