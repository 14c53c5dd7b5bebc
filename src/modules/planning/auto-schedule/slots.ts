import { days } from '#kernel/clock.ts'
import { instantOf, wallOf } from '#kernel/local-time.ts'

/**
 * Chooses times for posts. Pure. A slot is a local time of day. If a daylight saving change skips it, that day has no
 * such slot.
 */

/** A weekday (0 is Sunday) and an hour of local time, with its score. */
export interface BestTime {
  readonly day: number
  readonly hour: number
  readonly score: number
}

interface SlotParams {
  readonly zone: string
  /** The first local day, as midnight UTC. */
  readonly firstDay: number
  readonly postsPerDay: number
  /** Minutes of the day. Null for the best times, or else an even spread. */
  readonly times: readonly number[] | null
  readonly bestTimes: readonly BestTime[] | null
}

const dayMs = days(1)
const minuteMs = 60_000
const opensAt = 9 * 60
const closesAt = 21 * 60
/** The number of days to search. Nothing can be scheduled more than two years ahead. */
const daysMax = 731

/** Returns the current local day, as midnight UTC. */
export const todayIn = (zone: string, now: Date): number => Math.floor(wallOf(now, zone) / dayMs) * dayMs

/** Returns the last local day on which every slot is within two years. */
export const lastDayIn = (zone: string, now: Date): number => todayIn(zone, now) + daysMax * dayMs

/**
 * Lists free slots after `now`, soonest first: `count` of them, or fewer if two years hold no more. A day's occupied
 * slots count toward its posts, including past ones.
 */
export function listFreeSlots(params: SlotParams, taken: ReadonlySet<number>, now: Date, count: number): Date[] {
  const { zone, firstDay, postsPerDay } = params
  const lastDay = lastDayIn(zone, now)
  const free: Date[] = []
  for (let day = firstDay; free.length < count && day <= lastDay; day += dayMs) {
    let used = 0
    for (const minute of listTimes(params, new Date(day).getUTCDay())) {
      if (used === postsPerDay || free.length === count) break
      const wall = day + minute * minuteMs
      const at = instantOf(wall, zone)
      const isInGap = wallOf(at, zone) !== wall
      const isTaken = taken.has(toMinute(at))
      if (isInGap || (at <= now && !isTaken)) continue
      used += 1
      if (!isTaken) free.push(at)
    }
  }
  return free
}

/** Two posts occupy the same slot if they are in the same minute. */
export const toMinute = (at: Date): number => Math.floor(at.getTime() / minuteMs)

function listTimes({ times, bestTimes, postsPerDay }: SlotParams, weekday: number): readonly number[] {
  if (times) return [...new Set(times)].sort((a, b) => a - b)
  const best = (bestTimes ?? [])
    .filter(({ day }) => day === weekday)
    .sort((a, b) => b.score - a.score || a.hour - b.hour)
    .slice(0, postsPerDay)
    .map(({ hour }) => hour * 60)
  return best.length === postsPerDay ? best.sort((a, b) => a - b) : spreadEvenly(postsPerDay)
}

/** Spreads times from 09:00 to 21:00, both included. A single time is 09:00. */
const spreadEvenly = (count: number): number[] =>
  Array.from({ length: count }, (_, index) =>
    count === 1 ? opensAt : Math.round(opensAt + (index * (closesAt - opensAt)) / (count - 1)),
  )
