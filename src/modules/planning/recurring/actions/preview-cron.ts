import type { Caller } from '#kernel/caller.ts'
import { before } from '#kernel/clock.ts'
import type { PlanningDeps } from '../../deps.ts'
import { describeCron } from '../describe-cron.ts'
import { requireSchedule } from '../require-schedule.ts'
import { listUpcoming } from '../schedule.ts'
import type { PreviewInput } from '../schema.ts'
import { readUserZone } from '../store.ts'

/** Describes an expression in words and lists its next runs, for a form. Stores nothing. */
export async function previewCron(
  { db, clock }: Pick<PlanningDeps, 'db' | 'clock'>,
  caller: Caller,
  { cron, timezone, startAt, endAt }: PreviewInput,
) {
  const now = clock.now()
  requireSchedule({ cron, startAt, endAt }, now)
  const zone = timezone ?? (await readUserZone(db, caller.uid))
  const decidedUntil = startAt && startAt > now ? before(startAt, 1) : now
  const schedule = { cron, zone, endAt: endAt ?? null, maxRuns: null, runs: 0, decidedUntil }
  const nextRuns = listUpcoming(schedule, [], 5).map(({ runsAt }) => runsAt)
  return { cron, timezone: zone, description: describeCron(cron), nextRuns }
}
