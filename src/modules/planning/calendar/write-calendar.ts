import { takeTurns } from '#infra/streams/turns.ts'

/** Writes iCalendar (RFC 5545). The same entries give the same bytes. */

export interface CalendarEntry {
  readonly uid: string
  /** Increases whenever the entry changes. */
  readonly sequence: number
  readonly at: Date
  readonly changedAt: Date
  readonly summary: string
  readonly description: string
  readonly status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED'
  readonly categories: readonly string[]
}

const refreshEvery = 'PT1H'
/** Short enough to leave a day readable, long enough to be seen. */
const shownDuration = 'PT15M'
const lineMaxBytes = 75

/** Writes a calendar. Times are in UTC, so they need no time zone rules and stay correct when clocks change. */
export async function writeCalendar(name: string, entries: readonly CalendarEntry[]): Promise<string> {
  const turn = takeTurns()
  const parts = [writeLines(writeHead(name))]
  for (const entry of entries) {
    await turn()
    parts.push(writeLines(writeEntry(entry)))
  }
  return [...parts, writeLines(['END:VCALENDAR'])].join('')
}

const writeLines = (lines: readonly string[]): string => lines.map((line) => `${foldLine(line)}\r\n`).join('')

const writeHead = (name: string): string[] => [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Posthorn//Posthorn//EN',
  'CALSCALE:GREGORIAN',
  'METHOD:PUBLISH',
  `NAME:${escapeText(name)}`,
  `X-WR-CALNAME:${escapeText(name)}`,
  `REFRESH-INTERVAL;VALUE=DURATION:${refreshEvery}`,
  `X-PUBLISHED-TTL:${refreshEvery}`,
]

const writeEntry = (entry: CalendarEntry): string[] => [
  'BEGIN:VEVENT',
  `UID:${entry.uid}`,
  `DTSTAMP:${writeTime(entry.changedAt)}`,
  `LAST-MODIFIED:${writeTime(entry.changedAt)}`,
  `SEQUENCE:${entry.sequence}`,
  `DTSTART:${writeTime(entry.at)}`,
  `DURATION:${shownDuration}`,
  `SUMMARY:${escapeText(entry.summary)}`,
  ...(entry.description === '' ? [] : [`DESCRIPTION:${escapeText(entry.description)}`]),
  `STATUS:${entry.status}`,
  // A post does not block time in the calendar.
  'TRANSP:TRANSPARENT',
  ...(entry.categories.length === 0 ? [] : [`CATEGORIES:${entry.categories.map(escapeText).join(',')}`]),
  'END:VEVENT',
]

/** Writes `20261201T080000Z`. */
const writeTime = (at: Date): string => at.toISOString().replaceAll(/[-:]|\.\d+/g, '')

const escapeText = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a calendar may not contain them
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n|\r|\n/g, '\\n')

/** Folds a line after at most 75 octets, but never inside a character. */
function foldLine(line: string): string {
  if (Buffer.byteLength(line) <= lineMaxBytes) return line
  let folded = ''
  let used = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (used + size > lineMaxBytes) {
      folded += '\r\n '
      used = 1
    }
    folded += character
    used += size
  }
  return folded
}
