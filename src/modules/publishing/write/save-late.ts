import type { JsonObject, Next } from '#connectors/connector.ts'
import { inTx } from '#infra/db/client.ts'
import { changeOf } from '../publication.ts'
import type { EngineContext, Work } from '../run/context.ts'
import { requireMove } from '../state.ts'
import { endCalls, showParts } from '../store/fenced.ts'
import { lockPublications, type RowChanges, updateLocked } from '../store/rows.ts'
import type { Extra } from './save.ts'

export interface LateOutcome {
  readonly next: Next<JsonObject>
  readonly ended?: Extra['ended']
}

/**
 * Saves the answer to a visible call although its process has lost the lane meanwhile. The answer is the truth, so it
 * overrides a planned retry, a doubt, and a failure that was declared without it. An outcome that has been found out
 * already stays.
 */
export async function saveLate(
  context: EngineContext,
  work: Work,
  { next, ended }: LateOutcome,
  changes: RowChanges,
): Promise<void> {
  const { deps, dbGate } = context
  const { publication } = work
  const saved = await dbGate.retryUntilUp(() =>
    inTx(deps.db, async (tx) => {
      await deps.owner.lock(tx, [publication.targetId])
      const [row] = await lockPublications(tx, [publication.id])
      const isSame = row && row.step === publication.step && row.partsShown === publication.partsShown
      if (!isSame || row.status === 'published' || row.status === 'cancelled') return false
      // An ended publication is not continued: its shown parts stay, and a retry goes on from there.
      const isOver = row.dueAt === null && row.status !== 'held'
      const now = deps.clock.now()
      const isEnd = 'end' in next
      const status = isEnd || isOver ? 'published' : row.status
      if (!next.shown && isOver) return false
      requireMove(row.status, status)
      const after = await updateLocked(tx, row.id, {
        ...changes,
        status,
        ...(isEnd ? { errorCode: null, error: null, rawError: null, retryable: false } : {}),
        ...(isOver && !isEnd ? { errorCode: 'thread_incomplete', retryable: true } : {}),
        ...(isEnd || isOver ? { dueAt: null, finishedAt: now } : { dueAt: row.dueAt === null ? null : now }),
        revision: row.revision + 1,
      })
      if (next.shown) await showParts(tx, [{ publication: after, shown: next.shown }])
      if (ended) await endCalls(tx, [ended])
      await deps.owner.changed(tx, [changeOf(after, row.status)])
      return true
    }),
  )
  deps.log.warn({ publicationId: publication.id, saved }, 'an answer came when the lane was lost already')
}
