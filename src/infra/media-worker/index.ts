export type {
  Facts,
  FileType,
  FitRule,
  Fitted,
  ImageFacts,
  ImageType,
  MediaWorker,
} from './contract.ts'
export { drawSvg } from './draw-svg.ts'
export { estimateFit } from './estimate.ts'
export { planFit } from './fit/fit-plan.ts'
export { type FitDeps, type FittedBytes, fitBytes } from './fit-bytes.ts'
export { OwnerSuspended } from './limits/suspended-owners.ts'
export { createMediaWorker } from './media-worker.ts'
export { refuseWhenUnavailable } from './refuse-when-unavailable.ts'
