import { atMinute, dayKey, shiftDay, startOfDay, weekdayOf } from '#web/lib/day.ts'

const hourMs = 3_600_000
const morning = 9 * 60

export type Snooze = 'later' | 'tomorrow' | 'monday' | 'week'

/** The times until which a conversation can wait, in the zone of the brand. A time is offered once. */
export function snoozeTimes(now: Date): readonly (readonly [Snooze, Date])[] {
  const today = dayKey(now)
  const morningIn = (days: number): Date => atMinute(startOfDay(shiftDay(today, days)), morning)
  const untilMonday = (8 - weekdayOf(today)) % 7 || 7
  return [
    ['later', new Date(now.getTime() + 3 * hourMs)],
    ['tomorrow', morningIn(1)],
    ...(untilMonday > 1 && untilMonday < 7 ? [['monday', morningIn(untilMonday)] as const] : []),
    ['week', morningIn(7)],
  ]
}
