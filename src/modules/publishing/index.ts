export { holdForApproval, holdForPlan, letApprovedGo, letPlannedGo, listHeldForApproval } from './actions/approval.ts'
export { cancel } from './actions/cancel.ts'
export { enqueue, type NewTarget } from './actions/enqueue.ts'
export { eraseAccountFromPublishing, mayErase } from './actions/erase-account.ts'
export { erasePublications, forget } from './actions/forget.ts'
export { goNow } from './actions/go-now.ts'
export { hearNews } from './actions/hear-news.ts'
export { hold, release } from './actions/hold.ts'
export { type Recollection, recallSent } from './actions/recall-sent.ts'
export { resolve } from './actions/resolve.ts'
export { settleRecalled } from './actions/settle-recalled.ts'
export type {
  AccountAtWork,
  Change,
  EngineDeps,
  HttpOptions,
  KillPoint,
  Probe,
  PublishingGuards,
  TargetOwner,
} from './deps.ts'
export { createEngine, type Engine } from './engine.ts'
export { nameLate, publishingHandlers } from './jobs.ts'
export { endPauses, pausePublishing } from './pauses/pause.ts'
export { listPauses } from './pauses/store.ts'
export {
  appScope,
  costOf,
  freeFrom,
  needOf,
  ownCapsOf,
  quotasFor,
  quotaWords,
  windowStart,
} from './quota/quotas.ts'
export { linkOf, sendableFrom, sendableOf } from './sendable.ts'
export type { RowStatus } from './state.ts'
export { findLastAtWork, waitsForTry } from './store/presence.ts'
export { type PublicationRow, readShownParts, rowsOf, type ShownParts } from './store/reads.ts'
export { type Wait, waitReasons, waitsOf } from './waits.ts'
export { stepKinds, walksOf } from './walks.ts'
export type { HeldWhy } from './words.ts'
