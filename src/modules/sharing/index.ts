export { sharingHandlers, sweepSharing } from './jobs.ts'
export { sharingRoutes } from './routes.ts'
export { sealedShareLinks } from './sealed-columns.ts'
export { revokeLinksBy } from './store.ts'
