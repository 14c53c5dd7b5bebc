/** The rhythm of a rule, as a person says it. One that words cannot say is a cron expression. */
export interface Rhythm {
  readonly kind: RhythmKind
  /** Time of day: `09:00`. */
  readonly time: string
  /** Days of the week: 0 is Sunday. */
  readonly weekdays: readonly number[]
  readonly monthDay: number
  readonly cron: string
}

export type RhythmKind = 'daily' | 'workdays' | 'weekly' | 'monthly' | 'cron'

const monday = 1
export const usualRhythm: Rhythm = {
  kind: 'weekly',
  time: '09:00',
  weekdays: [monday],
  monthDay: 1,
  cron: '0 9 * * MON',
}

/** Writes a rhythm as a cron expression; null while no weekday is chosen. */
export function toCron({ kind, time, weekdays, monthDay, cron }: Rhythm): string | null {
  if (kind === 'cron') return cron.trim() || null
  const [hour, minute] = time.split(':').map(Number)
  if (hour === undefined || minute === undefined || Number.isNaN(hour + minute)) return null
  const clock = `${minute} ${hour}`
  switch (kind) {
    case 'daily':
      return `${clock} * * *`
    case 'workdays':
      return `${clock} * * MON-FRI`
    case 'weekly':
      return weekdays.length === 0 ? null : `${clock} * * ${weekdays.map((day) => dayNames[day]).join(',')}`
    case 'monthly':
      return `${clock} ${monthDay} * *`
  }
}

const dayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']

/** Reads a cron expression back into a rhythm. One that only cron can say stays as it is. */
export function fromCron(cron: string): Rhythm {
  const asWritten: Rhythm = { ...usualRhythm, kind: 'cron', cron }
  const [minute = '', hour = '', monthDay = '', month = '', weekday = '', ...more] = cron.trim().split(/\s+/)
  if (more.length > 0 || month !== '*' || !/^\d+$/.test(minute) || !/^\d+$/.test(hour)) return asWritten
  const timed = { ...asWritten, time: `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}` }
  if (/^\d+$/.test(monthDay) && weekday === '*') return { ...timed, kind: 'monthly', monthDay: Number(monthDay) }
  if (monthDay !== '*') return asWritten
  if (weekday === '*') return { ...timed, kind: 'daily' }
  if (/^(MON-FRI|1-5)$/i.test(weekday)) return { ...timed, kind: 'workdays' }
  const weekdays = weekday.split(',').map(readWeekday)
  return weekdays.includes(-1) ? asWritten : { ...timed, kind: 'weekly', weekdays }
}

const readWeekday = (text: string): number =>
  /^[0-7]$/.test(text) ? Number(text) % 7 : dayNames.indexOf(text.toUpperCase())
