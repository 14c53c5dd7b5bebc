export { followMergedLabel } from './actions.ts'
export { viewRoutes } from './routes.ts'
