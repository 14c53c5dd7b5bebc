export { adminHandlers, foldCounts } from './jobs.ts'
export { adminRoutes } from './routes.ts'
