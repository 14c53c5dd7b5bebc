export { probeModel } from './ask-model.ts'
export { captionRoutes } from './routes.ts'
export { countCaptions } from './store.ts'
