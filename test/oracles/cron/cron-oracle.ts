import { nextRuns } from '#kernel/cron/cron.ts'

/**
 * Computes runs of cron expressions by walking every minute, with only ICU's time zone data. It shares no code with
 * `kernel/cron/cron.ts`, so a mistake would have to be made twice.
 */
interface Shape {
  readonly cron: string
  /** Null if a field has a wildcard or a step: then the expression follows real time. */
  readonly fixed: readonly { readonly hour: number; readonly minute: number }[] | null
  /** True for a local time that matches the expression. `weekday` is 0 on Sunday. */
  matches(local: Local): boolean
}

interface Local {
  readonly minute: number
  readonly hour: number
  readonly day: number
  readonly month: number
  readonly weekday: number
}

const at = (...times: readonly (readonly [number, number])[]) => times.map(([hour, minute]) => ({ hour, minute }))
const always = () => true

/** Patterns of every kind that a clock change can affect. `matches` of a fixed one considers only the day. */
export const shapes: readonly Shape[] = [
  { cron: '30 2 * * *', fixed: at([2, 30]), matches: always },
  { cron: '30 2,14 * * *', fixed: at([2, 30], [14, 30]), matches: always },
  { cron: '0 0 * * *', fixed: at([0, 0]), matches: always },
  { cron: '15 1 * * *', fixed: at([1, 15]), matches: always },
  { cron: '45 23 * * *', fixed: at([23, 45]), matches: always },
  { cron: '5,55 3 * * *', fixed: at([3, 5], [3, 55]), matches: always },
  { cron: '0 9 * * MON-FRI', fixed: at([9, 0]), matches: ({ weekday }) => weekday >= 1 && weekday <= 5 },
  { cron: '30 1 * * SUN', fixed: at([1, 30]), matches: ({ weekday }) => weekday === 0 },
  { cron: '0 2 13 * FRI', fixed: at([2, 0]), matches: ({ day, weekday }) => day === 13 || weekday === 5 },
  { cron: '*/15 * * * *', fixed: null, matches: ({ minute }) => minute % 15 === 0 },
  { cron: '0 */2 * * *', fixed: null, matches: ({ hour, minute }) => minute === 0 && hour % 2 === 0 },
  {
    cron: '30 * * MAR,OCT *',
    fixed: null,
    matches: ({ minute, month }) => minute === 30 && (month === 3 || month === 10),
  },
]

const minuteMs = 60_000
const dayMs = 86_400_000

/** Returns the offset of the zone's clocks from UTC. */
export function createOffsetReader(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (at) => {
    const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = format
      .formatToParts(at)
      .filter(({ type }) => type !== 'literal')
      .map(({ value }) => Number(value))
    return Date.UTC(year, month - 1, day, hour, minute, second) - at
  }
}

/** Finds the instants at which a zone changes its clocks. */
export function findTransitions(offsetAt: (at: number) => number, from: number, to: number): number[] {
  const found: number[] = []
  let known = offsetAt(from)
  for (let day = from + dayMs; day <= to; day += dayMs) {
    const next = offsetAt(day)
    if (next === known) continue
    let [low, high] = [day - dayMs, day]
    while (high - low > minuteMs) {
      const middle = low + Math.floor((high - low) / 2 / minuteMs) * minuteMs
      if (offsetAt(middle) === known) low = middle
      else high = middle
    }
    found.push(high)
    known = next
  }
  return found
}

interface Window {
  readonly from: number
  readonly to: number
  /** The instant within the window at which clocks change. */
  readonly change: number
  readonly before: number
  readonly after: number
}

const localOf = (wall: number): Local => {
  const date = new Date(wall)
  return {
    minute: date.getUTCMinutes(),
    hour: date.getUTCHours(),
    day: date.getUTCDate(),
    month: date.getUTCMonth() + 1,
    weekday: date.getUTCDay(),
  }
}

/** Returns the runs after `from` up to `to`, minute by minute. */
function walk({ fixed, matches }: Shape, { from, to, change, before, after }: Window): number[] {
  const runs = new Set<number>()
  const done = new Set<number>()
  for (let at = from; at <= to; at += minuteMs) {
    const wall = at + (at < change ? before : after)
    const local = localOf(wall)
    if (fixed === null) {
      if (matches(local)) runs.add(at)
      continue
    }
    // At the change, the skipped times run at once.
    const skipped = at === change && after > before ? (after - before) / minuteMs : 0
    for (let back = skipped; back >= 0; back--) {
      const named = back === 0 ? wall : wall - back * minuteMs
      const shown = localOf(named)
      if (done.has(named) || !matches(shown)) continue
      if (!fixed.some(({ hour, minute }) => hour === shown.hour && minute === shown.minute)) continue
      // A time that occurs twice runs the first time.
      done.add(named)
      runs.add(at)
    }
  }
  return [...runs].filter((at) => at > from).sort((a, b) => a - b)
}

/** Compares every pattern around one clock change in a zone. Returns the differences and the number of cases. */
export function compareAround(zone: string, change: number, offsetAt: (at: number) => number): string[] {
  const around = { from: change - 2 * dayMs, to: change + 2 * dayMs, change }
  const window = { ...around, before: offsetAt(change - minuteMs), after: offsetAt(change) }
  return shapes.flatMap((shape) => {
    const wanted = walk(shape, window)
    const got = nextRuns(shape.cron, zone, new Date(window.from), wanted.length + 1)
      .map(Number)
      .filter((at) => at <= window.to)
    const isSame = got.length === wanted.length && got.every((at, index) => at === wanted[index])
    if (isSame) return []
    const odd = [...got.filter((at) => !wanted.includes(at)), ...wanted.filter((at) => !got.includes(at))]
    return [`${zone} ${shape.cron}: ${odd.map((at) => new Date(at).toISOString()).join(', ')}`]
  })
}
