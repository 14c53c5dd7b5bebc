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
export { type FitPlan, planFit } from './fit/fit-plan.ts'
export { OwnerSuspended } from './limits/suspended-owners.ts'
export { createMediaWorker, type MediaWorkerOptions } from './media-worker.ts'
