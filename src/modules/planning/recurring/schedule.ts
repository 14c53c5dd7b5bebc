import { after, before, hours, minutes } from '#kernel/clock.ts'
import { eachRun, latestRun } from '#kernel/cron/cron.ts'

/**
 * Computes the runs of a rule. Pure. Every run is derived from the schedule and the instant up to which occurrences are
 * decided, never from the time when a process checks.
 */
export interface Schedule {
  readonly cron: string
  readonly zone: string
  readonly endAt: Date | null
  readonly maxRuns: number | null
  readonly runs: number
  readonly decidedUntil: Date
}

/** An occurrence that was skipped, moved or decided separately from the others. */
export interface Exception {
  /** The time by the schedule. */
  readonly at: Date
  readonly movedTo: Date | null
  /** Null while it is upcoming. */
  readonly outcome: string | null
}

/** True for an occurrence that is upcoming or was skipped, and may therefore be changed. Others are final. */
export const isChangeable = ({ outcome }: Exception): boolean => outcome === null || outcome === 'skipped'

export interface Occurrence {
  /** The time by the schedule, which is the key of the occurrence. */
  readonly at: Date
  readonly runsAt: Date
}

/** The minimum time between two runs of a rule. */
export const leastGapMs = minutes(15)

/** A run that was missed by this much or more is not made up. */
const catchUpMs = hours(24)

/** Lists the next runs in chronological order. */
export const listUpcoming = (schedule: Schedule, exceptions: readonly Exception[], count: number): Occurrence[] => [
  ...eachUpcoming(schedule, exceptions).take(count),
]

/** Yields the upcoming runs in chronological order, both scheduled and moved ones. */
export function* eachUpcoming(
  schedule: Schedule,
  exceptions: readonly Exception[],
  from = schedule.decidedUntil,
): Generator<Occurrence, undefined> {
  const known = new Set(exceptions.map(({ at }) => at.getTime()))
  const moved = listMoved(exceptions).sort(bySoonest)
  let left = (schedule.maxRuns ?? Number.POSITIVE_INFINITY) - schedule.runs
  for (const at of eachRun(schedule.cron, schedule.zone, from)) {
    if (!isWithin(schedule, at)) break
    if (known.has(at.getTime())) continue
    for (let next = moved[0]; next && next.runsAt < at && left > 0; next = moved[0], left--) {
      moved.shift()
      yield next
    }
    if (left-- <= 0) return
    yield { at, runsAt: at }
  }
  yield* moved.slice(0, Math.max(0, left))
}

/**
 * Returns the instant from which to compute the runs of a time range. If a rule counts its runs, those before the range
 * also count, unless there are too few of them to reach the last run.
 */
export function startOfSpan(schedule: Schedule, exceptions: readonly Exception[], { from, to }: Span): Date {
  const { maxRuns, runs, decidedUntil } = schedule
  if (from <= decidedUntil) return decidedUntil
  const possible = (to.getTime() - decidedUntil.getTime()) / leastGapMs + exceptions.length + 1
  return maxRuns === null || maxRuns - runs > possible ? before(from, 1) : decidedUntil
}

/** A time range, without its end. */
export interface Span {
  readonly from: Date
  readonly to: Date
}

interface Decision {
  /** The occurrence to run now, if any. */
  readonly run: Occurrence | null
  /** Moved occurrences that were missed. */
  readonly missed: readonly Occurrence[]
  /** Every occurrence up to this time has been decided. */
  readonly decidedUntil: Date
}

/**
 * Decides what runs now. If runs were missed, only the latest is made up, and only within 24 hours: a rule never floods
 * an account after downtime.
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
