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
  type VideoFacts,
  type VideoType,
  videoTypes,
  type WorkOptions,
  type Workshop,
} from './contract.ts'
export { estimateFit } from './estimate.ts'
export { type FitPlan, planFit } from './fit/fit-plan.ts'
export { createWorkshop, type WorkshopOptions } from './media-worker.ts'
