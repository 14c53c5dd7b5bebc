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
export { type ClaimWatch, type ClaimWatchOptions, watchClaims } from './watch.ts'
