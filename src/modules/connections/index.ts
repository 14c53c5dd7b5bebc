export { inboundRoutes } from './inbound-routes.ts'
