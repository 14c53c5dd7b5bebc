export {
  createEmit,
  type Emit,
  type EmitOptions,
  each,
  type Heard,
  type LaterListener,
  type Listeners,
  type NowListener,
  type Outside,
  type Subscriptions,
} from './emit.ts'
export { type FeedPosition, isSettled, renumberForeignEvents } from './feed.ts'
