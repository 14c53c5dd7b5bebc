import { cronFaults, minGapMs } from '#kernel/cron/cron.ts'
import { type Fault, refuse, refuseInput } from '#kernel/errors.ts'
import { leastGapMs } from './schedule.ts'

interface Wish {
  readonly cron: string
  readonly startAt?: Date | null | undefined
  readonly endAt?: Date | null | undefined
}

/** Refuses a schedule that cannot be parsed, never runs, runs too often, or ends before it begins. */
export function requireSchedule({ cron, startAt, endAt }: Wish, now: Date): void {
  const faults: Fault[] = cronFaults(cron).map(({ field, message }) => ({
    path: '/cron',
    code: 'cron_invalid',
    message,
    params: { field },
  }))
  if (endAt && endAt <= (startAt && startAt > now ? startAt : now))
    faults.push({ path: '/endAt', code: 'ends_too_early', message: 'must be in the future and later than startAt' })
  if (faults.length > 0) refuseInput(...faults)
  if (minGapMs(cron) < leastGapMs)
    refuse('cron_too_frequent', { detail: `"${cron}" runs more often than every 15 minutes. Choose fewer minutes.` })
}
