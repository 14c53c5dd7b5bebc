import { type Begin, createBegin } from './begin.ts'
import type { WriteContext } from './context.ts'
import { createIntend, type Intend } from './intend.ts'
import { createSave, type Save } from './save.ts'

/**
 * The engine's writes to its publications. Writes of many lanes that wait at the same time are combined, because a
 * transaction for each would make the last of a thousand late. Each row checks its own fence, revision and status. A
 * result of null has one meaning: this process has lost the lane, or the publication has since ended.
 */
export interface Writer {
  /** Takes a publication out of the queue. */
  readonly begin: Begin
  /** Commits that a visible call is about to be made. */
  readonly intend: Intend
  readonly save: Save
}

export const createBatchedWriter = (context: WriteContext): Writer => ({
  begin: createBegin(context),
  intend: createIntend(context),
  save: createSave(context),
})
