import { before, days, hours } from '#kernel/clock.ts'
import { instantOf, wallOf } from '#kernel/local-time.ts'

/**
 * Computes the due dates of a recycled post. Pure. Every date is the local time of the first publication plus a number
 * of intervals, never the time of an earlier clone plus one interval. So clones do not drift, and keep their hour in
 * summer and winter.
 */
export interface Cycle {
  readonly firstPublishedAt: Date
  readonly intervalDays: number
  readonly zone: string
}

export interface DueDate {
  /** Counted from the first publication. */
  readonly turn: number
  readonly dueAt: Date
}

const dayMs = days(1)
/** A due date that was missed by this much or more is not made up. */
const catchUpMs = hours(24)

const computeDueDate = ({ firstPublishedAt, intervalDays, zone }: Cycle, turn: number): DueDate => {
  const wall = wallOf(firstPublishedAt, zone) + turn * intervalDays * dayMs
  return { turn, dueAt: instantOf(wall, zone) }
}

/** Returns the first due date after an instant. */
export function findNextDueDate(cycle: Cycle, after: Date): DueDate {
  const elapsedMs = after.getTime() - cycle.firstPublishedAt.getTime()
  // Daylight saving changes move a date by hours, so the previous due date may still be ahead.
  let turn = Math.max(1, Math.floor(elapsedMs / (cycle.intervalDays * dayMs)) - 1)
  while (computeDueDate(cycle, turn).dueAt <= after) turn += 1
  return computeDueDate(cycle, turn)
}

/** Returns the latest past due date, unless its turn is done or it was missed by a day. */
export function findDueDate(cycle: Cycle, turn: number, now: Date): DueDate | null {
  const latest = computeDueDate(cycle, findNextDueDate(cycle, now).turn - 1)
  return latest.turn >= turn && latest.dueAt > before(now, catchUpMs) ? latest : null
}
