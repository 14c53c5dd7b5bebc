import { after, before, hours } from '#kernel/clock.ts'
import { latestRun, nextRun, nextRuns } from '#kernel/cron/cron.ts'

/**
 * Computes the runs of a rule. Pure. Every run follows from the schedule and from the instant up to which the occurrences
 * are decided, never from the time at which a process looked.
 */
interface Schedule {
  readonly cron: string
  readonly zone: string
  readonly endAt: Date | null
  readonly maxRuns: number | null
  readonly runs: number
  readonly decidedUntil: Date
}

/** An occurrence that was skipped, moved or decided apart from the others. */
export interface Exception {
  /** The time by the schedule. */
  readonly at: Date
  readonly movedTo: Date | null
  /** Null: still to come. */
  readonly outcome: string | null
}

/** True for an occurrence that is still to come or was skipped, and so may be changed. Others are decided for good. */
export const isChangeable = ({ outcome }: Exception): boolean => outcome === null || outcome === 'skipped'

export interface Occurrence {
  /** The time by the schedule, which is the key of the occurrence. */
  readonly at: Date
  readonly runsAt: Date
}

/** A run that was missed by this much or more is not made up for. */
const catchUpMs = hours(24)

/** Lists the next runs in the order of their times. */
export function listUpcoming(schedule: Schedule, exceptions: readonly Exception[], count: number): Occurrence[] {
  const left = Math.min(count, (schedule.maxRuns ?? Number.POSITIVE_INFINITY) - schedule.runs)
  if (left <= 0) return []
  const known = new Set(exceptions.map(({ at }) => at.getTime()))
  const plain = nextRuns(schedule.cron, schedule.zone, schedule.decidedUntil, left + exceptions.length)
    .filter((at) => !known.has(at.getTime()) && isWithin(schedule, at))
    .map((at) => ({ at, runsAt: at }))
  return [...plain, ...listMoved(exceptions)].sort(bySoonest).slice(0, left)
}

/** The schedule is followed for so many runs at most, so that no question costs more than a moment. */
const followedMax = 3_000

/** Lists the runs of a span of time, as a calendar shows them. */
export function listBetween(schedule: Schedule, exceptions: readonly Exception[], from: Date, to: Date): Occurrence[] {
  const { cron, zone, maxRuns, runs, decidedUntil } = schedule
  // Where runs are counted, those before the span count too.
  const start = maxRuns === null && from > decidedUntil ? before(from, 1) : decidedUntil
  const known = new Set(exceptions.map(({ at }) => at.getTime()))
  const found = listMoved(exceptions)
  let at = nextRun(cron, zone, start)
  for (let followed = 0; at && at < to && isWithin(schedule, at) && followed < followedMax; followed++) {
    if (!known.has(at.getTime())) found.push({ at, runsAt: at })
    at = nextRun(cron, zone, at)
  }
  const left = Math.max(0, (maxRuns ?? Number.POSITIVE_INFINITY) - runs)
  return found
    .sort(bySoonest)
    .slice(0, left)
    .filter(({ runsAt }) => runsAt >= from && runsAt < to)
}

interface Decision {
  /** The occurrence to run now, if any. */
  readonly run: Occurrence | null
  /** Moved occurrences that were missed. */
  readonly missed: readonly Occurrence[]
  /** Every occurrence of the schedule up to here is decided. */
  readonly decidedUntil: Date
}

/**
 * Decides what runs now. Of the runs that were missed, only the latest is made up for, and only within 24 hours: a rule
 * never floods an account after downtime.
 */
export function decideDue(schedule: Schedule, exceptions: readonly Exception[], now: Date): Decision {
  const { cron, zone, decidedUntil, endAt } = schedule
  const until = endAt !== null && endAt < now ? endAt : now
  const last = latestRun(cron, zone, decidedUntil, until)
  const known = new Set(exceptions.map(({ at }) => at.getTime()))
  let plain = last
  while (plain && known.has(plain.getTime())) plain = latestRun(cron, zone, decidedUntil, before(plain, 1))
  const moved = listMoved(exceptions).filter(({ runsAt }) => runsAt <= now)
  const latest = [...(plain ? [{ at: plain, runsAt: plain }] : []), ...moved].sort(bySoonest).at(-1)
  const run = latest && after(latest.runsAt, catchUpMs) > now ? latest : null
  return {
    run,
    missed: moved.filter((one) => one !== run),
    decidedUntil: last && last > decidedUntil ? last : decidedUntil,
  }
}

const listMoved = (exceptions: readonly Exception[]): Occurrence[] =>
  exceptions.flatMap(({ at, movedTo, outcome }) => (movedTo && outcome === null ? [{ at, runsAt: movedTo }] : []))

const isWithin = ({ endAt }: Schedule, at: Date): boolean => endAt === null || at <= endAt

const bySoonest = (a: Occurrence, b: Occurrence): number => a.runsAt.getTime() - b.runsAt.getTime()
