import { days } from '#kernel/clock.ts'
import { instantOf, wallOf } from '#kernel/local-time.ts'

/**
 * Chooses times for posts. Pure. A slot is a local time of day; one that a change to summer time skips has no slot on that
 * day.
 */

/** A weekday (0 is Sunday) and an hour of the local time, with its worth. */
export interface BestTime {
  readonly day: number
  readonly hour: number
  readonly score: number
}

interface SlotWish {
  readonly zone: string
  /** The first local day, as its midnight in UTC. */
  readonly firstDay: number
  readonly postsPerDay: number
  /** Minutes of the day. Null: the best times, or else an even spread. */
  readonly times: readonly number[] | null
  readonly bestTimes: readonly BestTime[] | null
}

const dayMs = days(1)
const minuteMs = 60_000
const opensAt = 9 * 60
const closesAt = 21 * 60
/** The days that are looked at. Nothing can be scheduled more than two years ahead. */
const daysMax = 731

/** Returns the present local day, as its midnight in UTC. */
export const todayIn = (zone: string, now: Date): number => Math.floor(wallOf(now, zone) / dayMs) * dayMs

/** Returns the last local day on which every slot is within two years. */
export const lastDayIn = (zone: string, now: Date): number => todayIn(zone, now) + daysMax * dayMs

/**
 * Lists free slots after `now`, soonest first: `count` of them, or fewer when two years hold no more. Slots of a day that
 * are taken count toward the posts of that day, also those that are over.
 */
export function listFreeSlots(wish: SlotWish, taken: ReadonlySet<number>, now: Date, count: number): Date[] {
  const { zone, firstDay, postsPerDay } = wish
  const lastDay = lastDayIn(zone, now)
  const free: Date[] = []
  for (let day = firstDay; free.length < count && day <= lastDay; day += dayMs) {
    let used = 0
    for (const minute of listTimes(wish, new Date(day).getUTCDay())) {
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

/** Two posts are on one slot when they are in one minute. */
export const toMinute = (at: Date): number => Math.floor(at.getTime() / minuteMs)

function listTimes({ times, bestTimes, postsPerDay }: SlotWish, weekday: number): readonly number[] {
  if (times) return [...new Set(times)].sort((a, b) => a - b)
  const best = (bestTimes ?? [])
    .filter(({ day }) => day === weekday)
    .sort((a, b) => b.score - a.score || a.hour - b.hour)
    .slice(0, postsPerDay)
    .map(({ hour }) => hour * 60)
  return best.length === postsPerDay ? best.sort((a, b) => a - b) : spreadEvenly(postsPerDay)
}

/** Spreads times from 09:00 to 21:00, both included. A single one is at 09:00. */
const spreadEvenly = (count: number): number[] =>
  Array.from({ length: count }, (_, index) =>
    count === 1 ? opensAt : Math.round(opensAt + (index * (closesAt - opensAt)) / (count - 1)),
  )
