export { pagePolicy, renderPage } from './html-page.ts'
export { connectingHandlers, sweepConnecting } from './jobs.ts'
export { sealedFlows } from './oauth/begin-at-server.ts'
export { connectingRoutes } from './routes.ts'
