export { cancel, erasePublications, failNotBegun, forget } from './actions/cancel.ts'
export { enqueue, type NewTarget } from './actions/enqueue.ts'
export { eraseAccountFromPublishing, mayErase } from './actions/erase-account.ts'
export { hearNews } from './actions/hear-news.ts'
export {
  goNow,
  hold,
  holdForApproval,
  holdForPlan,
  letApprovedGo,
  letPlannedGo,
  listHeldForApproval,
  release,
} from './actions/hold.ts'
export { endPauses, pausePublishing } from './actions/pause.ts'
export { type Recollection, recallSent, settleRecalled } from './actions/recall-sent.ts'
export { resolve } from './actions/resolve.ts'
export type {
  AccountAtWork,
  Change,
  EngineDeps,
  HttpOptions,
  KillPoint,
  Probe,
  PublishingGuards,
  TargetOwner,
  TargetRef,
} from './deps.ts'
export { createEngine, type Engine } from './engine.ts'
export { nameLate, publishingHandlers } from './jobs.ts'
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
export { blankAnswered } from './store/erase.ts'
export { readSnapshots } from './store/outside.ts'
export { listPauses } from './store/pauses.ts'
export { findLastAtWork, waitsForTry } from './store/presence.ts'
export { type PublicationRow, readShownParts, rowsOf, type ShownParts } from './store/reads.ts'
export { createTargetOwners } from './target-owners.ts'
export { type Wait, waitReasons, waitsOf } from './waits.ts'
export { stepKinds, walksOf } from './walks.ts'
export type { HeldWhy } from './words.ts'
