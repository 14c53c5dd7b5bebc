export { connectingHandlers, sweepConnecting } from './jobs.ts'
export { connectingRoutes } from './routes.ts'
