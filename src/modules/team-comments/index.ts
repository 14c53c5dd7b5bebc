export { teamCommentRoutes } from './routes.ts'
