export { mentionRoutes } from './routes.ts'
