export { textRoutes } from './routes.ts'
