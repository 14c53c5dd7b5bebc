export { probeModel } from './model/ask-model.ts'
export { captionRoutes } from './routes.ts'
export { countCaptions } from './store.ts'
