import { currentLanguage, type Messages } from '#web/i18n/index.ts'
import { formatClock, nameOfWeekday } from '#web/lib/time.ts'
import { fromCron } from './rhythm.ts'

/** Says a schedule in the reader's language. For one that only cron can say, these are the service's words. */
export function sayRhythm(cron: string, description: string, { recurring }: Messages): string {
  const { kind, time, weekdays, monthDay } = fromCron(cron)
  const clock = formatClock(time)
  switch (kind) {
    case 'daily':
      return recurring.words.daily(clock)
    case 'workdays':
      return recurring.words.workdays(clock)
    case 'weekly':
      return recurring.words.weekly(listWeekdays(weekdays), clock)
    case 'monthly':
      return recurring.words.monthly(monthDay, clock)
    case 'cron':
      return description
  }
}

const listWeekdays = (weekdays: readonly number[]): string =>
  new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(
    weekdays.map((weekday) => nameOfWeekday(weekday, 'long')),
  )
