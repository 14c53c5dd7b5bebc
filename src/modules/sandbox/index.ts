export { tellReceiver } from './control.ts'
export type { SandboxDeps } from './deps.ts'
export { sandboxRoutes } from './routes.ts'
