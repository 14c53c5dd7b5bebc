export { analyticsHandlers, sweepAnalytics, watchPosts } from './jobs.ts'
export { verifyAnalytics } from './retention/verify-analytics.ts'
export { eraseAccountNumbers, eraseUserNumbers } from './store/retention.ts'
export { createSyncer } from './sync/syncer.ts'
