import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import type { AnalyticsDeps } from './deps.ts'
import { keepAnalytics } from './retention/keep-analytics.ts'
import { findNewPosts } from './sync/find-new-posts.ts'

/** Begins to watch new posts and accounts. A cron enqueues it. */
export const watchPosts = defineJob('analytics.watch')
/** Deletes numbers that are older than the plans keep. A cron enqueues it. */
export const sweepAnalytics = defineJob('analytics.sweep')

export const analyticsHandlers = (deps: AnalyticsDeps): readonly Handled[] => [
  handle(watchPosts, () => findNewPosts(deps)),
  handle(sweepAnalytics, (_data, { signal }) => keepAnalytics(deps, signal)),
]
