export { catchUpGuests, guestHandlers, mailGuests, sweepGuests } from './jobs.ts'
export { guestRoutes } from './routes.ts'
export { sealedGuests } from './token.ts'
