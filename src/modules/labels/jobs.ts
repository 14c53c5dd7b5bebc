import { inTx } from '#infra/db/client.ts'
import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import type { LabelId } from '#kernel/ids.ts'
import type { LabelDeps } from './deps.ts'
import { hasUnsettled, lockUnsettled, retagRows, taggedTables } from './retag-store.ts'
import { deleteLabelRow, lockLabels, lockMeaning, readLabel, updateLabel } from './store.ts'

/** Gives posts and files the name of a label that was renamed or merged, or takes away that of a deleted one. */
export const retag = defineJob<{ readonly labelId: LabelId }>('labels.retag')

type RetagDeps = Pick<LabelDeps, 'db' | 'clock'>

export const labelHandlers = (deps: RetagDeps): readonly Handled[] => [
  handle(retag, async ({ labelId }, { signal }) => {
    do await retagAll(deps, labelId, signal)
    while (!(await settleLabel(deps, labelId)))
  }),
]

const atOnce = 200

/** Retags row by row in small transactions, so that people who edit a post do not wait for long. */
async function retagAll({ db, clock }: RetagDeps, id: LabelId, signal: AbortSignal): Promise<void> {
  for (const table of taggedTables) {
    let after: string | null = null
    do {
      signal.throwIfAborted()
      after = await inTx(db, async (tx) => {
        const known = await readLabel(tx, id)
        if (!known || known.previousKeys.length === 0) return null
        const ids = await lockUnsettled(tx, table, known, after, atOnce)
        // Posts are locked before labels, as when a post is written. The label may have changed in the meantime.
        const label = await lockMeaning(tx, id)
        if (!label || ids.length === 0) return null
        await retagRows(tx, table, ids, label, clock.now())
        return ids.at(-1) ?? null
      })
    } while (after !== null)
  }
}

/**
 * Ends the work if no row is left. Returns false otherwise: a post that was being written when the label changed may
 * carry its previous name, and only the lock of the label excludes that.
 */
const settleLabel = ({ db }: RetagDeps, id: LabelId): Promise<boolean> =>
  inTx(db, async (tx) => {
    const [label] = await lockLabels(tx, [id])
    if (!label || label.previousKeys.length === 0) return true
    if (await hasUnsettled(tx, label)) return false
    if (label.removedAt === null) await updateLabel(tx, id, { previousKeys: [] })
    else await deleteLabelRow(tx, id)
    return true
  })
