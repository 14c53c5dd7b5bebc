import { isTimezone, wallOf } from '#kernel/local-time.ts'
import { readTypedTime } from '#rules/typed-time/read-typed-time.ts'
import { findProfileId } from '#tasks/inputs/profile.ts'
import type { Run } from '../client-command.ts'
import { UsageFault } from '../command.ts'
import type { scheduleRow } from '../rows/posts.ts'

type ScheduleRun = Pick<Run<typeof scheduleRow>, 'flags' | 'api' | 'profile' | 'now'>

/**
 * Parses `--at` and `--timezone`. A full date is passed on to the installation, which knows the post's time zone. Words
 * such as "tomorrow 9" refer to a day in that time zone, or in this machine's if the profile has none.
 */
export async function readTime(run: ScheduleRun, postId: string | null) {
  const { at, timezone } = run.flags
  if (at === undefined)
    throw new UsageFault('expects a time, for example --at 2026-12-01T09:00 or --at "tomorrow 9:30"')
  if (/^\d{4}-\d{2}-\d{2}T/.test(at)) return { scheduledAt: at, ...(timezone === undefined ? {} : { timezone }) }
  if (timezone !== undefined && !isTimezone(timezone))
    throw new UsageFault(`expects a time zone such as Europe/Berlin, not ${JSON.stringify(timezone)}`)
  const zone = timezone ?? (await findZone(run, postId)) ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const now = run.now()
  const wall = new Date(wallOf(now, zone)).toISOString().slice(0, 16)
  const scheduledAt = readTypedTime(at, { now, wall })
  if (scheduledAt === null)
    throw new UsageFault(
      `can’t parse the time ${JSON.stringify(at)}. It expects a time such as 2026-12-01T09:00, "tomorrow 9:30" or "in 2 hours"`,
    )
  return { scheduledAt, timezone: zone }
}

async function findZone({ api, profile }: ScheduleRun, postId: string | null): Promise<string | null> {
  const id = postId === null ? await findProfileId(api, profile) : (await api.getPost({ id: postId })).profileId
  return (await api.getProfile({ id })).timezone
}
