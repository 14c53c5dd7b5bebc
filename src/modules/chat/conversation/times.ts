import { wallOf } from '#kernel/local-time.ts'
import { shorten } from '#kernel/text/shorten.ts'
import { readTypedTime } from '#rules/typed-time/read-typed-time.ts'
import { type ActionButton, inPairs, type Message } from './message.ts'

/**
 * Reads the time of a message: "tomorrow 9", "in 2 hours". The result is a time as the API takes it, local to the
 * profile if it has no offset. A lone number or two-letter word may be a text, so it is not read as a time.
 */
export function readTime(typed: string, now: Date, timezone: string): string | null {
  return /^(?:\d+|\p{L}{1,2})$/u.test(typed.trim())
    ? null
    : readTypedTime(typed, { now, wall: showWall(now, timezone) })
}

const showWall = (now: Date, timezone: string): string => new Date(wallOf(now, timezone)).toISOString().slice(0, 16)

/** Returns the times to choose from, as `readTime` reads them. Past times of today are left out. */
export function offeredTimes(
  now: Date,
  timezone: string,
): readonly { readonly label: string; readonly typed: string }[] {
  const wall = showWall(now, timezone)
  const evening = wall.slice(11) < '17:30' ? [{ label: 'Today 18:00', typed: 'today 18:00' }] : []
  const isSunday = new Date(`${wall}Z`).getUTCDay() === 0
  return [
    { label: 'In 1 hour', typed: 'in 1h' },
    ...evening,
    { label: 'Tomorrow 9:00', typed: 'tomorrow 9' },
    { label: 'Tomorrow 18:00', typed: 'tomorrow 18' },
    ...(isSunday ? [] : [{ label: 'Monday 9:00', typed: 'mon 9' }]),
  ]
}

/** Asks for the time of a post. */
export function askForTime({ id, content }: { id: string; content: string }, timezone: string, now: Date): Message {
  const times = offeredTimes(now, timezone).map(
    ({ label, typed }): ActionButton => ({ label, verb: 'schedule', subject: id, extra: typed }),
  )
  return {
    title: 'When?',
    content: shorten(content, 300),
    text: `Pick a time or type one, such as \`tomorrow 9\`, \`thu 18:30\` or \`1 dec 9:00\`. Times are in ${timezone}.`,
    buttons: [...inPairs(times), [{ label: 'Back', verb: 'show', subject: id }]],
  }
}
