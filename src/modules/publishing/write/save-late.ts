import { inTx } from '#infra/db/client.ts'
import { describeChange, type Publication, type RowChanges, type ShownPart } from '../publication.ts'
import { requireMove } from '../state.ts'
import { type CallEnd, endCalls, showParts } from '../store/fenced.ts'
import { lockPublications, updateLocked } from '../store/rows.ts'
import type { WriteContext } from '../write-context.ts'

interface LateResult {
  readonly publication: Publication
  readonly changes: RowChanges
  readonly shown?: ShownPart | undefined
  readonly ended?: CallEnd | undefined
}

/**
 * Saves the result of a visible call although its process has since lost the lane. The result is the truth, so it
 * overrides a scheduled retry, a doubt, and a failure that was declared without it. An outcome that has already been
 * determined is kept.
 */
export async function saveLate({ deps, dbGate }: WriteContext, late: LateResult): Promise<void> {
  const { publication, changes, shown, ended } = late
  const saved = await dbGate.retryUntilUp(() =>
    inTx(deps.db, async (tx) => {
      await deps.owner.lock(tx, [publication])
      const [row] = await lockPublications(tx, [publication.id])
      const isSame = row && row.step === publication.step && row.partsShown === publication.partsShown
      if (!isSame || row.status === 'published' || row.status === 'cancelled') return false
      // An ended publication is not continued: its published parts stay, and a retry continues from there.
      const isOver = row.dueAt === null && row.status !== 'held'
      if (!shown && isOver) return false
      const merged = { ...changes, ...lateColumns(row, changes.status === 'published', isOver, deps.clock.now()) }
      requireMove(row.status, merged.status)
      const after = await updateLocked(tx, row.id, { ...merged, revision: row.revision + 1 })
      if (shown) await showParts(tx, [{ publication: after, shown }])
      if (ended) await endCalls(tx, [ended])
      await deps.owner.changed(tx, [describeChange(after, row.status)])
      return true
    }),
  )
  const fields = { event: 'publishing.late_answer', publicationId: publication.id, saved }
  deps.log.warn(fields, 'Response arrived after the lane was lost')
}

/** Returns the columns that depend on what other processes have done to the row in the meantime. */
function lateColumns(row: Publication, isEnd: boolean, isOver: boolean, now: Date) {
  const ended = { status: 'published', dueAt: null, finishedAt: now } as const
  if (isEnd) return { ...ended, errorCode: null, error: null, rawError: null, retryable: false }
  if (isOver) return { ...ended, errorCode: 'thread_incomplete', retryable: true }
  return { status: row.status, dueAt: row.dueAt === null ? null : now }
}
