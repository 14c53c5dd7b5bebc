export { sharingHandlers, sweepSharing } from './jobs.ts'
export { sharingRoutes } from './routes.ts'
export { revokeLinksBy } from './store.ts'
export { sealedShareLinks } from './token.ts'
