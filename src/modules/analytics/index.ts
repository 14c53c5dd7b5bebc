export { analyticsHandlers, sweepAnalytics, watchPosts } from './jobs.ts'
export { eraseAccountNumbers, eraseUserNumbers } from './store/retention.ts'
export { createSyncer } from './sync/syncer.ts'
