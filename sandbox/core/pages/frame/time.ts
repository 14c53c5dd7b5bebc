const timeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

const shownAt = (at: Date, text: string): string =>
  `<time datetime="${at.toISOString()}" title="${at.toISOString()}">${text}</time>`

/** Formats a time as a date with its hour. */
export const timeOf = (at: Date): string => shownAt(at, `${timeFormat.format(at)} UTC`)

/** Formats a past time as networks do: `5m`, `3h`, `2d`, and the date after a week. */
export const agoOf = (at: Date, now: Date): string => shownAt(at, shortAgo(at, now))

function shortAgo(at: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000)
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${minutes}m`
  if (minutes < 1_440) return `${Math.floor(minutes / 60)}h`
  return minutes < 10_080 ? `${Math.floor(minutes / 1_440)}d` : dayFormat.format(at)
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** Formats a duration in its largest unit: `3 hours`. */
export function lengthOf(ms: number): string {
  const [unit, size] = units.find(([, of]) => Math.round(ms / of) >= 1) ?? units[3]
  const count = Math.round(ms / size)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
