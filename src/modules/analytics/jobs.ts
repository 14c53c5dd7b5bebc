import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import type { AnalyticsDeps } from './deps.ts'
import { sendReports } from './reports/send-reports.ts'
import { keepAnalytics } from './retention.ts'
import { findNewPosts } from './sync/find-new-posts.ts'

/** Starts watching new posts and accounts. A cron enqueues it. */
export const watchPosts = defineJob('analytics.watch')
/** Deletes metrics older than the plans retain. A cron enqueues it. */
export const sweepAnalytics = defineJob('analytics.sweep')

/** Emails the weekly reports that are due. A cron enqueues it. */
export const mailReports = defineJob('analytics.reports')

export const analyticsHandlers = (deps: AnalyticsDeps): readonly Handled[] => [
  handle(watchPosts, () => findNewPosts(deps)),
  handle(mailReports, (_data, { signal }) => sendReports(deps, signal)),
  handle(sweepAnalytics, (_data, { signal }) => keepAnalytics(deps, signal)),
]
