import { fromWall, type Instant, toWall } from '#web/lib/zones.ts'
import { clockWords, dayWords, fillers, nextWords, readMonth, readNumber, readUnit, readWeekday } from './words.ts'

/** A typed time as it was understood. */
export interface TypedTime {
  /** The time that the clocks of the zone show. */
  readonly wall: string
  readonly instant: Instant
}

interface Place {
  readonly zone: string
  readonly now: number
}

/**
 * Reads a time as people type it: "thu 9", "tomorrow 9:30", "in 2 h", "26.11. 18 Uhr". Days are those of the zone, so a
 * day on which clocks change keeps its hours. Null: it is not understood, or not finished yet.
 */
export function readTypedTime(text: string, place: Place): TypedTime | null {
  const words = splitWords(text)
  if (words.length === 0) return null
  return readDistance(words, place) ?? readDayAndClock(words, place)
}

/** Splits a text into words. A number and its unit are two words, and "9 pm" is one. */
const splitWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(',', ' ')
    .replaceAll(/(\d)\s*([ap])\.?m\b\.?/g, '$1$2m')
    .replaceAll(/\bday after tomorrow\b/g, 'overmorrow')
    .replaceAll(/\bmorgen früh\b/g, 'morgen 9:00')
    .replaceAll(/^\+\s*/g, 'in ')
    .replaceAll(/\bhalf an hour\b|\beiner halben stunde\b/g, '30 min')
    .replaceAll(/(\d)(h|min|m|std|d|w)\b/g, '$1 $2')
    .split(/\s+/)
    .filter((word, nth, all) => word !== '' && !fillers.has(word) && !(word === 'am' && nth < all.length - 1))

/** "in 2 h", "in 1 hour 30 min", "in 3 days 9:30". Days and weeks keep the time of day, or get the one that follows. */
function readDistance([first, ...rest]: readonly string[], { zone, now }: Place): TypedTime | null {
  if (first !== 'in') return null
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
  if (!isFar) {
    const at = new Date(now + minutes * 60_000).toISOString()
    return { wall: toWall(at, zone), instant: { at, kind: 'once', later: null } }
  }
  const [today = '', time = ''] = toWall(now + minutes * 60_000, zone).split('T')
  return timeOn(addDays(today, days), clock ?? time, zone)
}

/** "thu 9", "9:30 tomorrow", "26 nov 18:00", "noon". Without a day, the next such time; without a time, nine. */
function readDayAndClock(words: readonly string[], { zone, now }: Place): TypedTime | null {
  const [today = '', time = ''] = toWall(now, zone).split('T')
  const day = findDay(words, today)
  if (day === null) return null
  const clock = readClockWords(day.rest)
  if (clock === null && (day.rest.length > 0 || !day.isNamed)) return null
  const at = clock ?? usualClock
  const isOver = (date: string) => date === today && at <= time
  if (day.date === null) return timeOn(isOver(today) ? addDays(today, 1) : today, at, zone)
  if (day.every === null) return day.date === today && clock === null ? null : timeOn(day.date, at, zone)
  return timeOn(isOver(day.date) ? addDays(day.date, day.every) : day.date, at, zone)
}

const usualClock = '09:00'

interface FoundDay {
  readonly date: string | null
  /** The days after which the same words name another day: 7 for a weekday. */
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
    const date = readDate(word, left[nth + 1], today)
    if (date) return { date: date.date, every: null, isNamed: true, rest: without(date.words) }
    const weekday = readWeekday(word)
    if (weekday === null) continue
    const ahead = (weekday - weekdayOf(today) + 7) % 7
    // "Next Monday" is the one of next week; weeks begin on Monday.
    const toMonday = 7 - ((weekdayOf(today) + 6) % 7)
    const days = isNext && ahead < toMonday ? ahead + 7 : ahead
    return { date: addDays(today, days), every: 7, isNamed: true, rest: without(1) }
  }
  return isNext ? null : { date: null, every: null, isNamed: false, rest: left }
}

/** "2026-11-26", "26.11.", "26.11.2026", "26 nov", "nov 26": a date without a year is the next such one. */
function readDate(
  word: string,
  following: string | undefined,
  today: string,
): { readonly date: string; readonly words: number } | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(word)
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})?$/.exec(word)
  const bare = (text: string | undefined) => Number(/^(\d{1,2})(?:\.|st|nd|rd|th)?$/.exec(text ?? '')?.[1] ?? 0)
  const [here, there] = [readMonth(word), readMonth(following ?? '')]
  const found: readonly [number | null, number, number, number] | null = iso
    ? [Number(iso[1]), Number(iso[2]), Number(iso[3]), 1]
    : dotted
      ? [dotted[3] ? Number(dotted[3]) : null, Number(dotted[2]), Number(dotted[1]), 1]
      : here !== null && bare(following) > 0
        ? [null, here + 1, bare(following), 2]
        : there !== null && bare(word) > 0
          ? [null, there + 1, bare(word), 2]
          : null
  if (!found) return null
  const [year, month, day, words] = found
  const thisYear = Number(today.slice(0, 4))
  const date = toDate(year ?? thisYear, month, day)
  const next = year === null && date !== null && date < today ? toDate(thisYear + 1, month, day) : date
  return next === null ? null : { date: next, words }
}

/** Returns a date, or null for one that does not exist. */
function toDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null
}

const readClockWords = (words: readonly string[]): string | null => {
  const [word] = words
  return words.length === 1 && word !== undefined ? (clockWords.get(word) ?? readClock(word)) : null
}

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
const weekdayOf = (date: string): number => new Date(`${date}T00:00Z`).getUTCDay()

function timeOn(date: string, clock: string, zone: string): TypedTime {
  const wall = `${date}T${clock}`
  return { wall, instant: fromWall(wall, zone) }
}
