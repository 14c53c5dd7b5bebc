export { inboxHandlers, wakeInbox } from './jobs.ts'
export { createInboxReader } from './reading/reader.ts'
export { createReplyOwner } from './replies/reply-owner.ts'
export { inboxRoutes } from './routes/index.ts'
