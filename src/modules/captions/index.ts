export { probeModel } from './model/probe-model.ts'
export { captionRoutes } from './routes.ts'
export { countCaptions } from './store.ts'
