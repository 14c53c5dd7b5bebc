import { after, before, type Clock, days, seconds } from '#kernel/clock.ts'
import type { Fault } from '#kernel/errors.ts'
import { instantOf } from '#kernel/local-time.ts'
import type { Overrides } from '../content.ts'
import type { Moment } from '../schema/parts.ts'

const aheadMaxMs = days(2 * 366)
const lateMaxMs = seconds(60)

/** Returns the time zone for a time without an offset. Called only if needed. */
type ReadZone = () => Promise<string>

/** Returns the instant that a request means. Null and undefined are returned unchanged. */
export async function resolveMoment<None extends null | undefined>(
  moment: Moment | None,
  readZone: ReadZone,
): Promise<Date | None> {
  if (moment === null || moment === undefined) return moment as None
  return 'at' in moment ? moment.at : instantOf(moment.wall, await readZone())
}

export function findScheduleFaults({ clock }: { readonly clock: Clock }, at: Date): Fault[] {
  const now = clock.now()
  const path = '/scheduledAt'
  if (Number.isNaN(at.getTime())) return [{ path, code: 'invalid_value', message: 'must be a time that exists' }]
  if (at < before(now, lateMaxMs)) return [{ path, code: 'scheduled_in_the_past', message: 'can’t be in the past' }]
  if (at > after(now, aheadMaxMs))
    return [{ path, code: 'scheduled_too_far_ahead', message: 'must be within the next two years' }]
  return []
}

/** Finds out whether the latest time of a post is before the time of its last target. */
export function findLatestFaults(latestAt: Date | null, lastAt: Date | null): Fault[] {
  if (latestAt === null || lastAt === null || latestAt > lastAt) return []
  const message = 'must be later than scheduledAt, and later than the time of every platform'
  return [{ path: '/latestAt', code: 'latest_before_scheduled', message }]
}

type Delayed = { readonly overrides: Pick<Overrides, 'delaySeconds'> }

/** Returns the time of a target whose post begins at the given time. */
export const timeOfTarget = (startsAt: Date, { overrides: { delaySeconds = 0 } }: Delayed): Date =>
  after(startsAt, seconds(delaySeconds))

/** Returns the time of the last target of a post. */
export const lastTimeOf = (startsAt: Date | null, targets: readonly Delayed[]): Date | null =>
  startsAt && after(startsAt, seconds(Math.max(0, ...targets.map(({ overrides }) => overrides.delaySeconds ?? 0))))

/**
 * Returns the latest time at which a target due at `dueAt` may be published. If a post is published now, a `latestAt`
 * that has passed was meant for another time and does not count.
 */
export function computeLatestTime(
  { clock, config }: { readonly clock: Clock; readonly config: { readonly lateMs: number } },
  post: { readonly latestAt: Date | null },
  dueAt: Date,
  isNow: boolean,
): Date {
  if (post.latestAt !== null && !(isNow && post.latestAt <= clock.now())) return post.latestAt
  return after(dueAt, config.lateMs)
}
