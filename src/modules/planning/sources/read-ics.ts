import { takeTurns } from '#infra/streams/turns.ts'
import { addDays, daysBetween, utcDay } from '#kernel/plain-date.ts'
import { toWall } from '#rules/wall-clock.ts'
import { listYears, parseRule } from './yearly.ts'

/** A day or days of a calendar, as plain dates, both included. */
export interface Holiday {
  readonly fromDate: string
  readonly toDate: string
  readonly text: string
}

interface Reading {
  readonly days: readonly Holiday[]
  /** The number of events with a rule that is not yearly, which have only their first date, or without a valid date. */
  readonly partial: number
}

interface Period {
  readonly from: string
  readonly to: string
  /** The zone in which times in UTC are read. */
  readonly zone: string
}

const eventsMax = 10_000
const textMax = 200
const spanMaxDays = 366
/** A longer line is cut. No field that is read needs one. */
const lineMax = 2_000
const turnLines = 200

/**
 * Reads the events of an iCalendar file (RFC 5545) as days: dates, texts, yearly rules and exceptions. Everything else is
 * ignored. The work takes turns with requests, and grows linearly with the file.
 */
export async function readIcs(text: string, period: Period): Promise<Reading | 'not_a_calendar' | 'too_many_events'> {
  const turn = takeTurns()
  const events: Event[] = []
  const parts: string[] = []
  let fields = new Map<string, Field[]>()
  let isCalendar = false
  let lines = 0
  for (const line of unfold(text)) {
    lines += 1
    if (lines % turnLines === 0) await turn()
    const field = readField(line)
    if (field === null) continue
    const { name, value } = field
    if (name === 'BEGIN') {
      parts.push(value.toUpperCase())
      isCalendar ||= parts[0] === 'VCALENDAR'
      if (!isCalendar || parts.length > depthMax) return 'not_a_calendar'
      if (parts.at(-1) === 'VEVENT') fields = new Map()
    } else if (name === 'END') {
      if (parts.pop() !== 'VEVENT') continue
      if (events.length === eventsMax) return 'too_many_events'
      events.push(toEvent(fields, period.zone))
    } else if (parts.at(-1) === 'VEVENT') {
      const known = fields.get(name)
      if (known === undefined) fields.set(name, [field])
      else if (known.length < valuesMax) known.push(field)
    }
  }
  return isCalendar ? await expand(events, period, turn) : 'not_a_calendar'
}

const depthMax = 10
const valuesMax = 100

interface Field {
  readonly name: string
  readonly params: string
  readonly value: string
}

/** Joins lines that were folded. */
function* unfold(text: string): Generator<string> {
  let line = ''
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start)
    const stop = end === -1 ? text.length : end
    const raw = text.slice(start, text[stop - 1] === '\r' ? stop - 1 : stop)
    start = stop + 1
    if (raw.startsWith(' ') || raw.startsWith('\t')) {
      if (line.length < lineMax) line += raw.slice(1)
      continue
    }
    if (line !== '') yield line.slice(0, lineMax)
    line = raw
  }
  if (line !== '') yield line.slice(0, lineMax)
}

/** Reads `NAME;PARAM=value:value`. A colon in quotes belongs to a parameter. */
function readField(line: string): Field | null {
  let isQuoted = false
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === '"') isQuoted = !isQuoted
    if (line[at] !== ':' || isQuoted) continue
    const [name = '', ...params] = line.slice(0, at).split(';')
    return { name: name.toUpperCase(), params: params.join(';').toUpperCase(), value: line.slice(at + 1).trim() }
  }
  return null
}

interface Event {
  readonly uid: string
  readonly text: string
  /** Null without a valid date. */
  readonly start: string | null
  readonly lengthDays: number
  readonly rule: string | null
  /** The dates that a rule leaves out. */
  readonly without: readonly string[]
  /** The date of a rule that this event replaces. */
  readonly replaces: string | null
  readonly isCancelled: boolean
}

function toEvent(fields: ReadonlyMap<string, readonly Field[]>, zone: string): Event {
  const readValue = (name: string) => fields.get(name)?.[0]?.value ?? null
  const dateOf = (name: string) => readDate(fields.get(name)?.[0], zone)
  const start = dateOf('DTSTART')
  return {
    uid: readValue('UID') ?? '',
    text: cleanText(readValue('SUMMARY') ?? ''),
    start: start?.date ?? null,
    lengthDays: start === null ? 1 : lengthOf(start.date, dateOf('DTEND'), readValue('DURATION')),
    rule: readValue('RRULE'),
    without: (fields.get('EXDATE') ?? []).flatMap((field) =>
      field.value.split(',').flatMap((value) => readDate({ ...field, value }, zone)?.date ?? []),
    ),
    replaces: dateOf('RECURRENCE-ID')?.date ?? null,
    isCancelled: readValue('STATUS')?.toUpperCase() === 'CANCELLED',
  }
}

/** Counts the days from the first to the last, both included. The end of dates is the first day after them. */
function lengthOf(start: string, end: Moment | null, duration: string | null): number {
  const weeks = /^P(\d{1,3})([DW])/.exec(duration ?? '')
  const length =
    end !== null
      ? daysBetween(start, end.date) + (end.isMidnight ? 0 : 1)
      : weeks
        ? Number(weeks[1]) * (weeks[2] === 'W' ? 7 : 1)
        : 1
  return Math.min(spanMaxDays, Math.max(1, length))
}

interface Moment {
  readonly date: string
  /** True for a date without a time, and for a time at the start of its day. */
  readonly isMidnight: boolean
}

/** Reads `20261225`, `20261225T090000` or `20261225T090000Z`. A time in UTC has the date that the zone shows. */
function readDate(field: Pick<Field, 'value'> | undefined, zone: string): Moment | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?$/.exec(field?.value ?? '')
  if (parts === null) return null
  const [, year = '', month = '', day = '', hour = '00', minute = '00', isUtc] = parts
  const written = `${year}-${month}-${day}`
  const at = Date.parse(`${written}T${hour}:${minute}Z`)
  if (Number.isNaN(at) || utcDay(new Date(written)) !== written || written < '1600') return null
  const wall = isUtc === 'Z' ? toWall(at, zone) : `${written}T${hour}:${minute}`
  return { date: wall.slice(0, 10), isMidnight: wall.slice(11) === '00:00' }
}

/** Resolves escapes, and leaves one line of text that can be stored and shown. */
const cleanText = (value: string): string =>
  [
    ...value
      .replaceAll(/\\[nN]/g, ' ')
      .replaceAll(/\\([\\;,])/g, '$1')
      .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
      .toWellFormed()
      .trim(),
  ]
    .slice(0, textMax)
    .join('')

/** Lists the days of events in a period. */
async function expand(
  events: readonly Event[],
  { from, to }: Period,
  turn: () => Promise<void> | void,
): Promise<Reading | 'too_many_events'> {
  const replaced = new Set(events.flatMap(({ uid, replaces }) => (replaces === null ? [] : `${replaces} ${uid}`)))
  const days: Holiday[] = []
  let partial = 0
  for (const { uid, text, start, lengthDays, rule, without, replaces, isCancelled } of events) {
    await turn()
    if (isCancelled || text === '') continue
    if (start === null) {
      partial += 1
      continue
    }
    const yearly = rule === null || replaces !== null ? null : parseRule(rule)
    if (yearly === 'other') partial += 1
    const starts = yearly === null || yearly === 'other' ? [start] : listYears(start, yearly, to)
    for (const fromDate of starts) {
      const toDate = addDays(fromDate, lengthDays - 1)
      if (toDate < from || fromDate > to || without.includes(fromDate)) continue
      if (replaces === null && replaced.has(`${fromDate} ${uid}`)) continue
      if (days.length === eventsMax) return 'too_many_events'
      days.push({ fromDate, toDate, text })
    }
  }
  return { days, partial }
}
