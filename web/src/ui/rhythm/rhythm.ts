/** A schedule in everyday terms. A schedule that cannot be expressed this way is shown as a cron expression. */
export interface Rhythm {
  readonly kind: RhythmKind
  /** Time of day: `09:00`. */
  readonly time: string
  /** Days of the week: 0 is Sunday. */
  readonly weekdays: readonly number[]
  readonly monthDay: number
  /** The interval in minutes or hours. */
  readonly every: number
  /** Minute of the hour. */
  readonly minute: number
  readonly cron: string
}

export type RhythmKind = 'minutes' | 'hours' | 'daily' | 'workdays' | 'weekly' | 'monthly' | 'cron'

/** The rhythms for posts. The service's jobs also run more often. */
export const rhythmsOfPosts: readonly RhythmKind[] = ['daily', 'workdays', 'weekly', 'monthly', 'cron']
export const rhythmsOfJobs: readonly RhythmKind[] = ['minutes', 'hours', 'daily', 'weekly', 'monthly', 'cron']

/** Intervals that divide an hour or a day evenly. */
export const evenSteps = { minutes: [1, 2, 5, 10, 15, 20, 30], hours: [1, 2, 3, 4, 6, 8, 12] } as const

const monday = 1
export const usualRhythm: Rhythm = {
  kind: 'weekly',
  time: '09:00',
  weekdays: [monday],
  monthDay: 1,
  every: 1,
  minute: 0,
  cron: '0 9 * * MON',
}

/** Converts a rhythm to a cron expression. Null while no weekday is chosen. */
export function toCron({ kind, time, weekdays, monthDay, every, minute: minuteOfHour, cron }: Rhythm): string | null {
  const step = every === 1 ? '*' : `*/${every}`
  if (kind === 'cron') return cron.trim() || null
  if (kind === 'minutes') return `${step} * * * *`
  if (kind === 'hours') return `${minuteOfHour} ${step} * * *`
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

/** Converts a cron expression to one of the rhythm kinds. An expression that they cannot express is kept as cron. */
export function fromCron(cron: string, kinds: readonly RhythmKind[]): Rhythm {
  const rhythm = readCron(cron)
  return kinds.includes(rhythm.kind) ? rhythm : { ...rhythm, kind: 'cron' }
}

function readCron(cron: string): Rhythm {
  const asWritten: Rhythm = { ...usualRhythm, kind: 'cron', cron }
  const [minute = '', hour = '', monthDay = '', month = '', weekday = '', ...more] = cron.trim().split(/\s+/)
  if (more.length > 0 || month !== '*') return asWritten
  if (monthDay === '*' && weekday === '*') {
    const minutes = hour === '*' ? readStep(minute, evenSteps.minutes) : null
    if (minutes !== null) return { ...asWritten, kind: 'minutes', every: minutes }
    const hours = isNumber(minute) ? readStep(hour, evenSteps.hours) : null
    if (hours !== null) return { ...asWritten, kind: 'hours', every: hours, minute: Number(minute) }
  }
  if (!isNumber(minute) || !isNumber(hour)) return asWritten
  const timed = { ...asWritten, time: `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}` }
  if (isNumber(monthDay) && weekday === '*') return { ...timed, kind: 'monthly', monthDay: Number(monthDay) }
  if (monthDay !== '*') return asWritten
  if (weekday === '*') return { ...timed, kind: 'daily' }
  if (/^(MON-FRI|1-5)$/i.test(weekday)) return { ...timed, kind: 'workdays' }
  const weekdays = weekday.split(',').map(readWeekday)
  return weekdays.includes(-1) ? asWritten : { ...timed, kind: 'weekly', weekdays }
}

const isNumber = (field: string): boolean => /^\d+$/.test(field)

const readWeekday = (text: string): number =>
  /^[0-7]$/.test(text) ? Number(text) % 7 : dayNames.indexOf(text.toUpperCase())

/** Reads `*` as 1 and an even step as its number. Null for anything else. */
function readStep(field: string, even: readonly number[]): number | null {
  const step = field === '*' ? 1 : Number(/^\*\/(\d+)$/.exec(field)?.[1])
  return even.includes(step) ? step : null
}
