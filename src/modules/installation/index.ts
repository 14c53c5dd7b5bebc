export type { InstallationDeps } from './deps.ts'
export { createHighWater, type HighWater } from './high-water.ts'
export { adoptAddress, findAddressFault } from './public-address.ts'
export { type Hold, holdOf, isStillOurs, noteSeen, registerStart, releaseHold } from './restore-guard.ts'
