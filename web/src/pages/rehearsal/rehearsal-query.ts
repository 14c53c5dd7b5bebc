import type { Result } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'

export type RehearsedPost = Result<'rehearsePosts'>['posts'][number]
export type RehearsedTarget = RehearsedPost['targets'][number]

/** Rehearses the schedule of a profile. Live events of posts make it stale. */
export const rehearsalQuery = (profileId: string, days: number) =>
  queryOptions({
    queryKey: ['posts', profileId, 'rehearsal', days],
    queryFn: () => api.rehearsePosts({ profileId, days }),
  })

export type Verdict = 'on_time' | 'later' | 'stopped'

/** Returns the outcome of a target: published on time, later, or not at all. */
export function judge({ scheduledAt }: RehearsedPost, { obstacle, expectedAt }: RehearsedTarget): Verdict {
  if (obstacle || expectedAt === null) return 'stopped'
  return Date.parse(expectedAt) > Date.parse(scheduledAt) ? 'later' : 'on_time'
}
