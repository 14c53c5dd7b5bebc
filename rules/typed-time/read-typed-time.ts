import {
  clockWords,
  dayWords,
  distanceWords,
  fillers,
  hourSigns,
  nextWords,
  readMonth,
  readNumber,
  readUnit,
  readWeekday,
} from './words.ts'

/** The current time. */
interface Moment {
  readonly now: Date
  /** The local time in the time zone, such as 2026-11-26T14:30. */
  readonly wall: string
}

/**
 * Reads a time as people type it: "thu 9", "tomorrow 9:30", "in 2 h", "26.11. 18 Uhr". The result is a time in the
 * API's format: usually a local time in the time zone, so that clock changes keep the time of day, and an instant for a
 * number of hours from now. Returns null if it is not understood or incomplete.
 */
export function readTypedTime(text: string, moment: Moment): string | null {
  const words = splitWords(text)
  if (words.length === 0) return null
  return readDistance(words, moment) ?? readDayAndClock(words, moment)
}

/** Splits a text into words. A number and its unit are two words, and "9 pm" is one. */
const splitWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(',', ' ')
    .replaceAll(/(\d{4}-\d{2}-\d{2})t(?=\d)/g, '$1 ')
    .replaceAll(/(\d)\s+de la (?:mañana|manana)(?=\s|$)/g, '$1am')
    .replaceAll(/(\d)\s+de la (?:tarde|noche)\b/g, '$1pm')
    .replaceAll(/(\d)\s*([ap])\.?\s?m\b\.?/g, '$1$2m')
    .replaceAll(/(\d)\s?h\s?(\d{2})(?!\d|\s*m)/g, '$1:$2')
    .replaceAll(/\ba las?\b/g, ' ')
    .replaceAll(/\b(?:this evening|today evening|heute abend|esta noche|hoy por la noche|ce soir)\b/g, 'tonight')
    .replaceAll(/\besta tarde\b/g, 'hoy tarde')
    .replaceAll(/\bday after tomorrow\b|\bpasado ma[ñn]ana\b|\bapr[èe]s-demain\b/g, 'overmorrow')
    .replaceAll(/\bque viene\b/g, 'próximo')
    .replaceAll(/\bmorgen früh\b/g, 'morgen 9:00')
    .replaceAll(/^\+\s*/g, 'in ')
    .replaceAll(/\bhalf an hour\b|\beiner halben stunde\b|\bmedia hora\b|\bune demi-heure\b/g, '30 min')
    .replaceAll(/(\d)(h|min|m|std|d|w)\b/g, '$1 $2')
    .split(/\s+/)
    .filter((word, nth, all) => word !== '' && !fillers.has(word) && !(word === 'am' && nth < all.length - 1))

/** "in 2 h", "in 1 hour 30 min", "in 3 days 9:30". Days and weeks keep the time of day, or use the one that follows. */
function readDistance([first, ...rest]: readonly string[], { now, wall }: Moment): string | null {
  if (first === undefined || !distanceWords.has(first)) return null
  let [minutes, days, isFar] = [0, 0, false]
  const words = [...rest]
  while (words.length >= 2) {
    const [count, unit] = [readNumber(words[0] ?? ''), readUnit(words[1] ?? '')]
    if (count === null || unit === null) break
    words.splice(0, 2)
    if (unit === 'minute') minutes += count
    else if (unit === 'hour') minutes += count * 60
    else days += unit === 'week' ? count * 7 : count
    isFar ||= unit === 'day' || unit === 'week'
  }
  const clock = words.length === 1 ? readClock(words[0] ?? '') : null
  if (minutes + days === 0 || (words.length > 0 && (clock === null || !isFar || minutes > 0))) return null
  if (!isFar) return new Date(now.getTime() + minutes * 60_000).toISOString()
  const [today = '', time = ''] = addMinutes(wall, minutes).split('T')
  return timeOn(addDays(today, days), clock ?? time)
}

/** "thu 9", "9:30 tomorrow", "26 nov 18:00", "noon". Without a day, the next such time; without a time, nine. */
function readDayAndClock(words: readonly string[], { wall }: Moment): string | null {
  const [today = '', time = ''] = wall.split('T')
  const day = findDay(words, today)
  if (day === null) return null
  const clock = words.includes('tonight') ? readEvening(day.rest, time) : readClockWords(day.rest)
  if (clock === null && (day.rest.length > 0 || !day.isNamed)) return null
  const at = clock ?? usualClock
  const isOver = (date: string) => date === today && at <= time
  if (day.date === null) return timeOn(isOver(today) ? addDays(today, 1) : today, at)
  if (day.every === null) return day.date === today && clock === null ? null : timeOn(day.date, at)
  return timeOn(isOver(day.date) ? addDays(day.date, day.every) : day.date, at)
}

const usualClock = '09:00'

interface FoundDay {
  readonly date: string | null
  /** The number of days after which the same words mean another day: 7 for a weekday. */
  readonly every: number | null
  readonly isNamed: boolean
  readonly rest: readonly string[]
}

/** Takes the day out of the words. */
function findDay(words: readonly string[], today: string): FoundDay | null {
  const isNext = words.some((word) => nextWords.has(word))
  const left = words.filter((word) => !nextWords.has(word))
  for (const [nth, word] of left.entries()) {
    const without = (count: number) => left.filter((_, no) => no < nth || no >= nth + count)
    const away = dayWords.get(word)
    if (away !== undefined) return { date: addDays(today, away), every: null, isNamed: true, rest: without(1) }
    const date = readDate(left.slice(nth, nth + 3), today)
    if (date) return { date: date.date, every: null, isNamed: true, rest: without(date.words) }
    const weekday = readWeekday(word)
    if (weekday === null) continue
    const ahead = (weekday - weekdayOf(today) + 7) % 7
    // "Next Monday" is in next week; weeks begin on Monday.
    const toMonday = 7 - ((weekdayOf(today) + 6) % 7)
    const days = isNext && ahead < toMonday ? ahead + 7 : ahead
    return { date: addDays(today, days), every: 7, isNamed: true, rest: without(1) }
  }
  return isNext ? null : { date: null, every: null, isNamed: false, rest: left }
}

/** "2026-11-26", "26.11.", "26.11.2026", "26 nov", "nov 26 2027": a date without a year is the next such date. */
function readDate(
  [word = '', following = '', third = '']: readonly string[],
  today: string,
): { readonly date: string; readonly words: number } | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(word)
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})?$/.exec(word)
  const bare = (text: string) => Number(/^(\d{1,2})(?:\.|st|nd|rd|th)?$/.exec(text)?.[1] ?? 0)
  const [here, there] = [readMonth(word), readMonth(following)]
  const year = /^20\d{2}$/.test(third) ? Number(third) : null
  const named = year === null ? 2 : 3
  const found: readonly [number | null, number, number, number] | null = iso
    ? [Number(iso[1]), Number(iso[2]), Number(iso[3]), 1]
    : dotted
      ? [dotted[3] ? Number(dotted[3]) : null, Number(dotted[2]), Number(dotted[1]), 1]
      : here !== null && bare(following) > 0
        ? [year, here + 1, bare(following), named]
        : there !== null && bare(word) > 0
          ? [year, there + 1, bare(word), named]
          : null
  if (!found) return null
  const [inYear, month, day, words] = found
  const thisYear = Number(today.slice(0, 4))
  const date = toDate(inYear ?? thisYear, month, day)
  const next = inYear === null && date !== null && date < today ? toDate(thisYear + 1, month, day) : date
  return next === null ? null : { date: next, words }
}

/** Returns a date, or null for one that does not exist. */
function toDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null
}

const readClockWords = (words: readonly string[]): string | null => {
  const [word, sign] = words
  if (word === undefined || words.length > 2) return null
  return sign === undefined ? (clockWords.get(word) ?? readClock(word)) : hourSigns.has(sign) ? readClock(word) : null
}

/**
 * "tonight" is six, or the next full hour after that; "tonight 8" is eight in the evening. Null if the evening is over.
 */
function readEvening(words: readonly string[], time: string): string | null {
  if (words.length > 0) {
    const clock = readClockWords(words)
    if (clock === null || clock < '01:00') return null
    return clock < noon ? `${Number(clock.slice(0, 2)) + 12}${clock.slice(2)}` : clock
  }
  if (time < eveningBegins) return eveningBegins
  const next = Number(time.slice(0, 2)) + 1
  return next < 24 ? `${next}:00` : null
}

const noon = '12:00'
const eveningBegins = '18:00'

/** "9", "9:30", "9.30", "21h", "9pm" → "09:30". */
function readClock(word: string): string | null {
  const found = /^(\d{1,2})(?:[:.](\d{2}))?([ap]m)?$/.exec(word)
  if (!found) return null
  const [, hours = '', minutes = '00', half] = found
  const hour = half ? (Number(hours) % 12) + (half === 'pm' ? 12 : 0) : Number(hours)
  const isTime = hour < 24 && Number(minutes) < 60 && !(half && (Number(hours) < 1 || Number(hours) > 12))
  return isTime ? `${String(hour).padStart(2, '0')}:${minutes}` : null
}

const dayMs = 86_400_000
const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00Z`) + days * dayMs).toISOString().slice(0, 10)
const addMinutes = (wall: string, minutes: number): string =>
  new Date(Date.parse(`${wall}Z`) + minutes * 60_000).toISOString().slice(0, 16)
const weekdayOf = (date: string): number => new Date(`${date}T00:00Z`).getUTCDay()

const timeOn = (date: string, clock: string): string => `${date}T${clock}`
