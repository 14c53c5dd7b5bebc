const withOffset = /[+-]\d{2}:\d{2}$/

/**
 * Formats a time for people: `Mon 23 Nov 2026, 09:00 Europe/Berlin`. A time with an offset keeps it:
 * `Mon 23 Nov 2026, 09:00 UTC+01:00`.
 */
export function formatTime(at: string, timezone: string): string {
  const offset = withOffset.exec(at)?.[0]
  if (offset !== undefined)
    return formatTime(at.replace(withOffset, 'Z'), 'UTC').replace(/UTC$/, offset === '+00:00' ? 'UTC' : `UTC${offset}`)
  const parts = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: timezone,
  }).formatToParts(new Date(at))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  const day = `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}`
  return `${day}, ${part('hour')}:${part('minute')} ${timezone}`
}

interface Days {
  readonly start: string
  /** Exclusive. */
  readonly end: string
  readonly timezone: string
}

/** Formats a period as its first and last local day: `2026-11-01 to 2026-11-30`. */
export function formatDays({ start, end, timezone }: Days): string {
  const lastMoment = new Date(Date.parse(end) - 1)
  return `${dayOf(new Date(start), timezone)} to ${dayOf(lastMoment, timezone)}`
}

function dayOf(at: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone })
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
}
