export { inboxHandlers, wakeInbox } from './jobs.ts'
export { createInboxReader } from './reading/reader.ts'
export { inboxRoutes } from './routes.ts'
