export { callbackHandlers, deleteNetworkData } from './meta/jobs.ts'
export { callbackRoutes } from './routes.ts'
