export { applyEdits } from './apply-edits.ts'
export {
  type Edit,
  type Examined,
  type Facts,
  type FitRule,
  type Fitted,
  type ImageFacts,
  type ImageType,
  imageTypes,
  type MediaWorker,
  type VideoFacts,
  type VideoType,
  videoTypes,
  type WorkOptions,
} from './contract.ts'
export { drawSvg } from './draw-svg.ts'
export { estimateFit } from './estimate.ts'
export { type FitPlan, planFit } from './fit/fit-plan.ts'
export { createMediaWorker, type MediaWorkerOptions } from './media-worker.ts'
