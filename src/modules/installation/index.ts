export type { InstallationDeps } from './deps.ts'
export { createHeartbeat, type Heartbeat, listPlaces, type Place } from './heartbeat.ts'
export { createHighWater } from './high-water.ts'
export { forgetNodes, listNodes } from './node-store.ts'
export { adoptAddress, findAddressFault } from './public-address.ts'
export {
  findHold,
  type Hold,
  holdRestored,
  isStillOurs,
  recordSeen,
  registerStart,
  releaseHold,
} from './restore-guard.ts'
export { findLastSeen } from './store.ts'
