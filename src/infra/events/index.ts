export { createEmit, type Emit, each, type ReceivedEvent, type Subscriptions } from './emit.ts'
export { type FeedPosition, isSettled, renumberForeignEvents } from './feed.ts'
