import { currentLanguage, type FirstMessages } from '#web/i18n/index.ts'
import { formatClock, nameOfWeekday } from '#web/lib/time.ts'
import { fromCron, rhythmsOfJobs, rhythmsOfPosts } from './rhythm.ts'

const everyKind = [...rhythmsOfPosts, ...rhythmsOfJobs]

/** Describes a schedule in the reader's language. If that is impossible, returns `otherwise`. */
export function sayRhythm(cron: string, otherwise: string, { rhythm: { words } }: FirstMessages): string {
  const { kind, time, weekdays, monthDay, every, minute } = fromCron(cron, everyKind)
  const clock = formatClock(time)
  switch (kind) {
    case 'minutes':
      return words.minutes(every)
    case 'hours':
      return words.hours(every, minute)
    case 'daily':
      return words.daily(clock)
    case 'workdays':
      return words.workdays(clock)
    case 'weekly':
      return words.weekly(listWeekdays(weekdays), clock)
    case 'monthly':
      return words.monthly(monthDay, clock)
    case 'cron':
      return otherwise
  }
}

const listWeekdays = (weekdays: readonly number[]): string =>
  new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(
    weekdays.map((weekday) => nameOfWeekday(weekday, 'long')),
  )
