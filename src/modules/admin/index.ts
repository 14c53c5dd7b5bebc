export { figuresFor } from './alerts/watch/prometheus.ts'
export { createWatch } from './alerts/watch/watch.ts'
export { adminHandlers, foldCounts } from './jobs.ts'
export { adminRoutes } from './routes.ts'
