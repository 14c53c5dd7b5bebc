/**
 * Wall-clock times in zones with daylight saving time. A wall-clock time is a number here: the instant at which a clock
 * in UTC shows it.
 */

const dayMs = 86_400_000

/** Formatters by zone. Creating one takes as long as a thousand uses. */
const formatters = new Map<string, Intl.DateTimeFormat>()
const formattersMax = 1_000

/** Offsets by zone and UTC day, of days on which the clocks do not change. A page formats thousands of times in a few days. */
const steadyDays = new Map<string, number>()
const steadyDaysMax = 10_000

/** Returns how far the zone's clocks are ahead of UTC at an instant. */
export function readOffsetMs(timezone: string, at: number): number {
  const start = Math.floor(at / dayMs) * dayMs
  const key = `${timezone} ${start}`
  const known = steadyDays.get(key)
  if (known !== undefined) return known
  const offset = computeOffsetMs(timezone, at)
  // Clocks change at most once in two days, so a day that begins and ends with an offset has no other.
  const isSteady = [start, start + dayMs].every((edge) => computeOffsetMs(timezone, edge) === offset)
  if (isSteady) {
    if (steadyDays.size >= steadyDaysMax) steadyDays.clear()
    steadyDays.set(key, offset)
  }
  return offset
}

function computeOffsetMs(timezone: string, at: number): number {
  const formatter =
    formatters.get(timezone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  if (formatters.size < formattersMax) formatters.set(timezone, formatter)
  const whole = Math.floor(at / 1_000) * 1_000
  const parts = Object.fromEntries(formatter.formatToParts(whole).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - whole
}

interface Showings {
  /**
   * The instants at which the clocks show the time, in order: none if they are moved forward past it, and two if they
   * are moved back over it.
   */
  readonly shown: readonly number[]
  /** The offset before a change of the clocks. */
  readonly before: number
}

/** Finds the instants at which clocks show a wall-clock time. Clocks change at most once in two days. */
export function showingsOf(wall: number, offsetAt: (at: number) => number): Showings {
  const [before, after] = [offsetAt(wall - dayMs), offsetAt(wall + dayMs)]
  const shown = [...new Set([wall - before, wall - after])].filter((at) => offsetAt(at) === wall - at)
  return { shown: shown.sort((one, other) => one - other), before }
}

/** Formats an instant as local time of a zone, in the format of `<input type="datetime-local">`. */
export function toWall(iso: string | number | Date, zone: string): string {
  const at = new Date(iso).getTime()
  return new Date(at + readOffsetMs(zone, at)).toISOString().slice(0, 16)
}

export interface Instant {
  readonly at: string
  /** `skipped`: clocks go forward over this time, and it is moved as far. `twice`: clocks go back over it. */
  readonly kind: 'once' | 'skipped' | 'twice'
  /** The second of two instants for which clocks show the same time. */
  readonly later: string | null
}

/** Finds the instant at which the clocks of a zone show a time. */
export function fromWall(wall: string, zone: string): Instant {
  const time = Date.parse(`${wall.slice(0, 16)}Z`)
  const { shown, before } = showingsOf(time, (at) => readOffsetMs(zone, at))
  const [first, second] = shown
  if (first === undefined) return { at: new Date(time - before).toISOString(), kind: 'skipped', later: null }
  const at = new Date(first).toISOString()
  return second === undefined
    ? { at, kind: 'once', later: null }
    : { at, kind: 'twice', later: new Date(second).toISOString() }
}
