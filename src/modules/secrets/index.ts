export type { SecretCheck } from './deps.ts'
export { createSecretsInForce } from './in-force.ts'
export { secretRoutes } from './routes.ts'
export { sealedSecrets } from './sealed-column.ts'
