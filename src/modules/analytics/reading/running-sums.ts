import { type CutGrid, type CutSums, noCut } from '../store/sums.ts'

/**
 * Roll-ups are stored by day (UTC), with running sums inside the day. So the total between two instants is the
 * difference of two running sums, plus the days between them.
 */

/** A place where a day is cut. Places are numbered in chronological order. */
interface DayCut {
  /** The day in UTC, as `2026-11-22`. */
  readonly day: string
  /** The number of full hours of the day before the cut: 0 to 24. */
  readonly hours: number
  /** The number of quarters of an hour of the day before the cut: 0 to 96. */
  readonly quarters: number
}

const dayMs = 86_400_000
const hourMs = 3_600_000
const quarterMs = hourMs / 4

export const utcDayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** Splits a day at an instant. An hour belongs to the side on which it begins. */
function cutAt(at: Date): DayCut {
  const inDay = at.getTime() % dayMs
  return { day: utcDayOf(at), hours: Math.ceil(inDay / hourMs), quarters: Math.ceil(inDay / quarterMs) }
}

/** Lays out the cuts at ascending instants by day. A day between them is cut once, at its start. */
export function layOutCuts(instants: readonly Date[]): CutGrid {
  const byDay = Map.groupBy(instants.map(cutAt), ({ day }) => day)
  const [firstDay = '', lastDay = ''] = [instants.at(0), instants.at(-1)].map((at) => at && utcDayOf(at))
  const cutsOfDays = daysBetween(firstDay, lastDay).map((day) => ({
    day,
    cuts: byDay.get(day) ?? [{ hours: 0, quarters: 0 }],
  }))
  const most = Math.max(1, ...cutsOfDays.map(({ cuts }) => cuts.length))
  const slots = Array.from({ length: most }, (_, slot) => {
    const days = cutsOfDays.filter(({ cuts }) => cuts.length > slot).map(({ day }) => day)
    return { firstDay: days.at(0) ?? firstDay, lastDay: days.at(-1) ?? lastDay }
  })
  const places = cutsOfDays.flatMap(({ cuts }) => slots.map((_, slot) => cuts[slot]))
  return {
    firstDay,
    lastDay,
    slots,
    hours: places.map((cut) => cut?.hours ?? noCut),
    quarters: places.map((cut) => cut?.quarters ?? noCut),
  }
}

function daysBetween(first: string, last: string): string[] {
  const count = (Date.parse(last) - Date.parse(first)) / dayMs + 1
  return Array.from({ length: count }, (_, nth) => utcDayOf(new Date(Date.parse(first) + nth * dayMs)))
}

/** Returns the totals between each instant and the next. Places without sums are zero. */
export function differencesBetween<Name extends string>(
  instants: readonly Date[],
  { firstDay, slots, hours }: CutGrid,
  sums: readonly CutSums<Name>[],
  names: readonly Name[],
): Readonly<Record<Name, number>>[] {
  const zeros = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
  const add = (one: Readonly<Record<Name, number>>, other: Readonly<Record<Name, number>>, sign = 1) =>
    Object.fromEntries(names.map((name) => [name, one[name] + sign * other[name]])) as Record<Name, number>
  const byPlace = new Map(sums.map((one) => [one.place, one]))
  const wholeDays: Readonly<Record<Name, number>>[] = [zeros]
  for (let place = 0; place < hours.length; place += slots.length)
    wholeDays.push(add(wholeDays.at(-1) ?? zeros, byPlace.get(place)?.whole ?? zeros))
  const seen = new Map<number, number>()
  const totals = instants.map((at) => {
    const day = Math.floor((at.getTime() - Date.parse(firstDay)) / dayMs)
    const slot = seen.get(day) ?? 0
    seen.set(day, slot + 1)
    return add(wholeDays[day] ?? zeros, byPlace.get(day * slots.length + slot)?.cut ?? zeros)
  })
  return totals.slice(1).map((total, at) => add(total, totals[at] ?? zeros, -1))
}
