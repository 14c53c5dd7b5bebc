export { sandboxRoutes } from './routes.ts'
