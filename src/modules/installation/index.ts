export { createHighWater, type HighWater } from './high-water.ts'
export { type Hold, holdOf, type InstallationDeps, noteSeen, type Release, registerStart, releaseHold } from './hold.ts'
