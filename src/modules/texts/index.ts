export { createTextGuard } from './apply/append-text.ts'
export { textRoutes } from './routes.ts'
