import { days } from '#kernel/clock.ts'
import { instantOf, wallOf } from '#kernel/local-time.ts'
import { lastDayIn, toMinute } from '../auto-schedule/slots.ts'

/** A time without posts: local days, both included. */
export interface Gap {
  readonly from: string
  readonly to: string
  readonly name: string | null
}

/** The weekly times of a plan, and when they do not apply. */
export interface Pattern {
  readonly zone: string
  /** Minutes of the week, from Sunday 00:00. */
  readonly minutes: readonly number[]
  readonly gaps: readonly Gap[]
  readonly pausedUntil: Date | null
}

const dayMs = days(1)
const minuteMs = 60_000
export const minutesOfDay = 24 * 60

/**
 * Yields the times of a plan after `from`, soonest first, up to two years after `now`. Pure. A local time that the clocks
 * skip is left out; one that they show twice means the first.
 */
export function* walkSlots(pattern: Pattern, from: Date, now: Date): Generator<Date> {
  const { zone, minutes, gaps, pausedUntil } = pattern
  const start = pausedUntil && pausedUntil > from ? new Date(pausedUntil.getTime() - 1) : from
  const firstDay = Math.floor(wallOf(start, zone) / dayMs) * dayMs
  const sorted = [...new Set(minutes)].sort((a, b) => a - b)
  for (let day = firstDay; day <= lastDayIn(zone, now); day += dayMs) {
    const date = new Date(day).toISOString().slice(0, 10)
    if (gaps.some((gap) => gap.from <= date && date <= gap.to)) continue
    const weekday = new Date(day).getUTCDay()
    for (const minute of sorted) {
      if (Math.floor(minute / minutesOfDay) !== weekday) continue
      const wall = day + (minute % minutesOfDay) * minuteMs
      const at = instantOf(wall, zone)
      if (at > start && wallOf(at, zone) === wall) yield at
    }
  }
}

export interface Placed<Key> {
  readonly key: Key
  readonly at: Date
}

/** Gives each post the next time that is not taken, in the order of the posts. Fewer if the times run out. */
export function fillSlots<Key>(slots: Iterable<Date>, taken: ReadonlySet<number>, keys: readonly Key[]): Placed<Key>[] {
  const placed: Placed<Key>[] = []
  if (keys.length === 0) return placed
  for (const at of slots) {
    if (taken.has(toMinute(at))) continue
    const key = keys[placed.length]
    if (key === undefined) break
    placed.push({ key, at })
    if (placed.length === keys.length) break
  }
  return placed
}

/**
 * Puts posts on the first times, and moves those of the plan that are there to its next time, until a free time takes
 * the last of them. The order of the others is kept.
 */
export function pushIn<Key>(
  slots: Iterable<Date>,
  taken: ReadonlySet<number>,
  planned: readonly Placed<Key>[],
  added: readonly Key[],
): Placed<Key>[] {
  const at = new Map(planned.map((one) => [toMinute(one.at), one.key]))
  const waiting = [...added]
  const placed: Placed<Key>[] = []
  for (const slot of slots) {
    if (waiting.length === 0) break
    const minute = toMinute(slot)
    if (taken.has(minute)) continue
    const [next] = waiting.splice(0, 1) as [Key]
    placed.push({ key: next, at: slot })
    const moved = at.get(minute)
    if (moved !== undefined) waiting.push(moved)
  }
  return placed
}

/** Gives the times of the posts to the same posts in another order. */
export function reorder<Key>(planned: readonly Placed<Key>[], keys: readonly Key[]): Placed<Key>[] {
  const times = planned.map(({ at }) => at).sort((a, b) => a.getTime() - b.getTime())
  return keys.flatMap((key, index) => {
    const at = times[index]
    return at ? [{ key, at }] : []
  })
}
