export { createClaim } from './claim.ts'
export type {
  Claim,
  ClaimOptions,
  DueTable,
  HeldFor,
  Lane,
  LaneKey,
  LaneTable,
  Overdue,
} from './contract.ts'
export { createDueBatches, type DueBatches, type Wanted } from './due-batches.ts'
export { dueOn } from './due-lanes.ts'
export { createHeldLanes, type HeldLane, type HeldLanes } from './held-lanes.ts'
export { type Claimed, createLaneWork, type LaneWork, type LaneWorkOptions, type Turn } from './lane-work.ts'
export { isLeased, leaseEnd } from './leases.ts'
export { createWaker, createWriteSignal, type Wakeable, wakeAll } from './waker.ts'
export { type ClaimWatch, type ClaimWatchOptions, watchClaims } from './watch.ts'
