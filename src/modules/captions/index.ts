export { captionRoutes } from './routes.ts'
export { countCaptions } from './store.ts'
