export { createReadings, type Readings } from './readings.ts'
export { quotaRoutes } from './routes.ts'
export { eraseReadings } from './store.ts'
