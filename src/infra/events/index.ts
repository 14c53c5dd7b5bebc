export {
  createEmit,
  type Emit,
  type EmitOptions,
  type Heard,
  type LaterListener,
  type Listeners,
  type NowListener,
  type Outside,
  type Subscriptions,
} from './emit.ts'
export { type FeedEvent, type FeedPosition, isSettled, readFeed } from './feed.ts'
