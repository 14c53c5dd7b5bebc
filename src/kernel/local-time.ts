import { readOffsetMs, showingsOf } from '#rules/wall-clock.ts'

/**
 * Converts a wall-clock time to an instant. A time skipped by the change to summer time becomes the first moment after
 * the gap. A time that occurs twice becomes the first occurrence.
 */

const localShape = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?$/
const dayMs = 86_400_000

/** Returns the wall-clock time as if its zone were UTC, or null if the text is not a valid time. */
export function wallTime(text: string): number | null {
  const [, year, month, day, hour, minute, second = '0', fraction = '0'] = localShape.exec(text) ?? []
  if (year === undefined) return null
  const parts = [year, month, day, hour, minute, second].map(Number)
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = parts
  const wall = Date.UTC(y, mo - 1, d, h, mi, s, Number(fraction.padEnd(3, '0')))
  const back = new Date(wall)
  const isReal = back.getUTCMonth() === mo - 1 && back.getUTCDate() === d && h < 24 && mi < 60 && s < 60
  return isReal ? wall : null
}

/** Returns the instant at which clocks in the zone show this time. */
export function instantOf(wall: number, timezone: string): Date {
  const { shown, before } = showingsOf(wall, (at) => offsetMs(timezone, at))
  return new Date(shown[0] ?? endOfGap(timezone, wall, before))
}

/** Returns the time that clocks in the zone show at an instant, as if the zone were UTC. */
export const wallOf = (at: Date, timezone: string): number => at.getTime() + offsetMs(timezone, at.getTime())

/**
 * Returns the instant to which the change to summer time moves a wall-clock time past midnight, as in Greenland, where
 * the last hour of one day of the year is skipped. Null if the time stays on its day.
 */
export function movedPastMidnight(wall: number, timezone: string): Date | null {
  const at = instantOf(wall, timezone)
  return Math.floor(wallOf(at, timezone) / dayMs) === Math.floor(wall / dayMs) ? null : at
}

/** Returns the first moment at which the zone's clocks have been changed. */
function endOfGap(timezone: string, wall: number, before: number): number {
  let [low, high] = [wall - before - dayMs, wall - before + dayMs]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetMs(timezone, middle) === before) low = middle
    else high = middle
  }
  return high
}

/** Returns how far the zone's clocks are ahead of UTC at an instant. Clocks change at most once in a day. */
function offsetMs(timezone: string, at: number): number {
  const day = Math.floor(at / dayMs)
  const offset = offsetAtMidnight(timezone, day)
  return offset === offsetAtMidnight(timezone, day + 1) ? offset : readOffsetMs(timezone, at)
}

/**
 * Returns the zone's offset if it is constant between two instants and for a day before and after. Null if its clocks
 * change then.
 */
export function steadyOffsetMs(timezone: string, from: number, until: number): number | null {
  const lastDay = Math.floor(until / dayMs) + 2
  const first = Math.floor(from / dayMs) - 1
  const offset = offsetAtMidnight(timezone, first)
  for (let day = first + 1; day <= lastDay; day++) if (offsetAtMidnight(timezone, day) !== offset) return null
  return offset
}

/**
 * Cache of the offsets at UTC midnight, by zone. Computing an offset takes a hundred times as long as looking it up
 * here.
 */
const midnights = new Map<string, Map<number, number>>()
const midnightsMax = 50_000
let midnightsKnown = 0

function offsetAtMidnight(timezone: string, day: number): number {
  const known = midnights.get(timezone)?.get(day)
  if (known !== undefined) return known
  if (midnightsKnown >= midnightsMax) {
    midnights.clear()
    midnightsKnown = 0
  }
  const offset = readOffsetMs(timezone, day * dayMs)
  midnights.set(timezone, (midnights.get(timezone) ?? new Map()).set(day, offset))
  midnightsKnown += 1
  return offset
}

/**
 * Cache of valid names. A check costs a tenth of a millisecond, every cron run makes one, and a valid name stays valid.
 */
const goodTimezones = new Set<string>()
/**
 * Greater than the number of zones. The limit is needed because names ignore case, so clients can write one name in
 * many ways.
 */
const rememberedMax = 1_000

/** True for an IANA name, such as Europe/Berlin or UTC. Bare offsets are rejected because they ignore summer time. */
export function isTimezone(name: string): boolean {
  if (goodTimezones.has(name)) return true
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    if (goodTimezones.size < rememberedMax) goodTimezones.add(name)
    return true
  } catch {
    return false
  }
}
