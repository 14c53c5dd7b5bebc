export { analyticsHandlers, syncAccountMetrics, syncMetrics } from './jobs.ts'
