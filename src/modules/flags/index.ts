export type { FlagState, FlagSubject } from './evaluate.ts'
export { flagFor } from './flag-for.ts'
export type { FlagKey } from './known-flags.ts'
export { flagRoutes } from './routes.ts'
