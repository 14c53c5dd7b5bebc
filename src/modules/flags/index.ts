export { createFlagCache, type FlagCache } from './flag-cache.ts'
export { flagFor } from './flag-for.ts'
export { flagRoutes } from './routes.ts'
export { eraseFromFlags } from './store.ts'
