import type { Examined, Facts, Fitted } from './contract.ts'
import type { ExamineJob } from './examine/examine.ts'
import type { FitJob } from './fit/fit.ts'

/** The messages between the service and its child. It runs one job at a time, so a response needs no number. */
export type Job = ExamineJob | FitJob

export type FromChild =
  | { readonly says: 'sees'; readonly kind: Facts['kind'] }
  | { readonly says: 'done'; readonly result: Examined | Fitted }
  /** Our own error: the file was not examined. */
  | { readonly says: 'failed'; readonly stack: string }

/** The child's exit status when it has used more memory than allowed. */
export const tooMuchMemory = 71
