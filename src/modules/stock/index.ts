export { probeStock, stockProviderOfSetting } from './probe.ts'
export { stockProviders } from './providers/index.ts'
export { stockRoutes } from './routes.ts'
