export { applyEdits } from './apply-edits.ts'
export {
  type DocumentType,
  documentTypes,
  type Facts,
  type FileType,
  type FitRule,
  type Fitted,
  type ImageFacts,
  type ImageType,
  type MediaWorker,
} from './contract.ts'
export { drawSvg } from './draw-svg.ts'
export { estimateFit } from './estimate.ts'
export { type FitPlan, planFit } from './fit/fit-plan.ts'
export { createMediaWorker, type MediaWorkerOptions } from './media-worker.ts'
