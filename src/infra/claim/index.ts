export {
  type Claim,
  type ClaimOptions,
  createClaim,
  type DueTable,
  type HeldFor,
  type Lane,
  type LaneKey,
  type LaneTable,
  type Overdue,
} from './claim.ts'
export { dueOn } from './due-lanes.ts'
export { createHeldLanes, type HeldLane, type HeldLanes } from './held-lanes.ts'
export { type Claimed, createLaneWork, type LaneWork, type LaneWorkOptions, type Turn } from './lane-work.ts'
export { type ClaimWatch, type ClaimWatchOptions, watchClaims } from './watch.ts'
