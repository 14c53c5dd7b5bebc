export type { SandboxDeps } from './deps.ts'
export { tellReceiver } from './receiver.ts'
export { sandboxRoutes } from './routes.ts'
