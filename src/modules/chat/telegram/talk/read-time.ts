/**
 * Reads a time as people write it: "tomorrow 9", "thu 18:30", "in 2 hours", "1 dec 9:00". The result is a time as the
 * API takes it: with an offset, or a local one that the API reads in the profile's time zone, so that a change of clocks
 * is its concern alone.
 */
export function readTime(said: string, now: Date, timezone: string): string | null {
  const words = said
    .toLowerCase()
    .split(/[\s,]/)
    .filter((word) => !fillers.has(word))
    .join(' ')
  const later = readDelay(words)
  if (later !== null) return new Date(now.getTime() + later).toISOString()
  const today = localDay(now, timezone)
  const [day, rest] = takeDay(words, today)
  const time = readClock(rest, day !== null)
  if (time === null) return null
  if (day !== null) return `${isoOf(day)}T${time}`
  // A time alone is the next one: today's, or tomorrow's where that is over.
  return `${isoOf(time > localClock(now, timezone) ? today : plusDays(today, 1))}T${time}`
}

/** Words that say nothing about a time, and what is between two spaces. */
const fillers: ReadonlySet<string> = new Set(['on', 'at', 'um', ''])
const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 } as const
const usualClock = '09:00'
const maxDelayMs = 366 * unitMs.d

function readDelay(words: string): number | null {
  const found = /^(?:in|\+)\s*(\d{1,4}|an?|one)\s*(m|h|d|w)(?:in(?:ute)?s?|(?:ou)?rs?|ays?|eeks?)?$/.exec(words)
  if (!found) return null
  const count = Number(found[1]) || 1
  const delayMs = count * unitMs[found[2] as keyof typeof unitMs]
  return delayMs <= maxDelayMs ? delayMs : null
}

/** A day of the calendar, as midnight UTC. */
type Day = number

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
]

/** Returns the place of a name that is written whole or by its beginning, such as `thurs`; -1 for any other word. */
const placeOf = (word: string, names: readonly string[]): number => names.findIndex((name) => name.startsWith(word))

const nextDay = /^(?:next |this )?(?<day>[a-z]{3,9})\b\.?/
const dayThenMonth = /^(?<date>\d{1,2})(?:st|nd|rd|th)?\.? (?<month>[a-z]{3,9})\.?(?: (?<year>\d{4}))?(?= |$)/
const monthThenDay = /^(?<month>[a-z]{3,9})\.? (?<date>\d{1,2})(?:st|nd|rd|th)?(?: (?<year>\d{4}))?(?= |$)/

/** Takes the day off the beginning of a text. Null: it names none. */
function takeDay(words: string, today: Day): [Day | null, string] {
  const rest = (found: RegExpExecArray) => words.slice(found[0].length).trim()
  const near = /^(today|tonight|tomorrow|tmrw|tmr)\b/.exec(words)
  if (near) return [plusDays(today, near[1]?.startsWith('tod') || near[1] === 'tonight' ? 0 : 1), rest(near)]
  const named = nextDay.exec(words)
  const weekday = placeOf(named?.groups?.day ?? '', weekdays)
  if (named && weekday >= 0) return [nextWeekday(today, weekday), rest(named)]
  const iso = /^(\d{4})-(\d{2})-(\d{2})t?/.exec(words)
  if (iso) return [dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3])), rest(iso)]
  const dated = dayThenMonth.exec(words) ?? monthThenDay.exec(words)
  const { date, month = '', year } = dated?.groups ?? {}
  const at = placeOf(month, months)
  if (dated && at >= 0) return [dateNamed(today, at + 1, Number(date), year), rest(dated)]
  return [null, words]
}

/** Reads "9", "9:30", "9.30 pm", "21h". Without a day, a bare number is no time: it may be a text. */
function readClock(words: string, hasDay: boolean): string | null {
  if (words === '') return hasDay ? usualClock : null
  if (words === 'noon') return '12:00'
  const found = /^(\d{1,2})(?:[:.h](\d{2}))?\s*(am|pm|h|uhr)?$/.exec(words)
  if (!found) return null
  const [, hours = '', minutes, half] = found
  if (!hasDay && minutes === undefined && half === undefined) return null
  const hour = toHour(Number(hours), half)
  if (hour === null || Number(minutes ?? 0) > 59) return null
  return `${String(hour).padStart(2, '0')}:${minutes ?? '00'}`
}

function toHour(hour: number, half: string | undefined): number | null {
  if (half !== 'am' && half !== 'pm') return hour <= 23 ? hour : null
  return hour >= 1 && hour <= 12 ? (hour % 12) + (half === 'pm' ? 12 : 0) : null
}

const plusDays = (day: Day, count: number): Day => day + count * unitMs.d

function nextWeekday(today: Day, weekday: number): Day {
  const ahead = (weekday - new Date(today).getUTCDay() + 7) % 7
  return plusDays(today, ahead === 0 ? 7 : ahead)
}

/** Returns the day with that date; without a year, the next one. */
function dateNamed(today: Day, month: number, date: number, year: string | undefined): Day | null {
  if (year !== undefined) return dayOf(Number(year), month, date)
  const thisYear = new Date(today).getUTCFullYear()
  const day = dayOf(thisYear, month, date)
  return day !== null && day < today ? dayOf(thisYear + 1, month, date) : day
}

function dayOf(year: number, month: number, date: number): Day | null {
  const day = Date.UTC(year, month - 1, date)
  return new Date(day).getUTCDate() === date && new Date(day).getUTCMonth() === month - 1 ? day : null
}

const isoOf = (day: Day): string => new Date(day).toISOString().slice(0, 10)

/** Today's date in a time zone. */
function localDay(now: Date, timezone: string): Day {
  const [year = 0, month = 0, date = 0] = partsOf(now, timezone)
  return Date.UTC(year, month - 1, date)
}

function localClock(now: Date, timezone: string): string {
  const [, , , hour = 0, minute = 0] = partsOf(now, timezone)
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

function partsOf(now: Date, timeZone: string): number[] {
  const format = new Intl.DateTimeFormat('en-CA', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })
  const parts = format.formatToParts(now)
  const value = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value ?? 0)
  return [value('year'), value('month'), value('day'), value('hour'), value('minute')]
}

/** The chips under "When?": times as `readTime` reads them. Those of today that are over are left out. */
export function offeredTimes(
  now: Date,
  timezone: string,
): readonly { readonly label: string; readonly said: string }[] {
  const today = localDay(now, timezone)
  const evening = localClock(now, timezone) < '17:30' ? [{ label: 'Today 18:00', said: 'today 18:00' }] : []
  const isSunday = new Date(today).getUTCDay() === 0
  return [
    { label: 'In 1 hour', said: 'in 1h' },
    ...evening,
    { label: 'Tomorrow 9:00', said: 'tomorrow 9' },
    { label: 'Tomorrow 18:00', said: 'tomorrow 18' },
    ...(isSunday ? [] : [{ label: 'Monday 9:00', said: 'mon 9' }]),
  ]
}
