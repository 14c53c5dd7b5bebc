import type { HeldLane } from '#infra/claim/index.ts'
import { isTooLate, tooLate } from '../decide/too-late.ts'
import type { Publication } from '../publication.ts'
import { missedGapMs } from '../state.ts'
import { deferQueued, deferQueuedOfLane, type NextOfLane, spreadMissed } from '../store/lanes.ts'
import { heldBecause, heldForRoom } from '../words.ts'
import { save } from '../write/save.ts'
import type { Desk, EngineContext } from './context.ts'
import { leastGapMsOf } from './progress.ts'

/** The next thing that a lane has to do. */
export type NextUp =
  | { readonly is: 'nothing' }
  /** A publication was put off, held or ended; the lane may have another one. */
  | { readonly is: 'passed' }
  /** Another process or a user was quicker: the lane is lost, or the publication was withdrawn. */
  | { readonly is: 'overtaken' }
  | {
      readonly is: 'work'
      readonly publication: Publication
      /** True when the publication stood in the queue until now. */
      readonly isNew: boolean
      /** True when another publication of the account is due too. */
      readonly hasOthers: boolean
    }

/**
 * Takes the next due publication out of the queue, or one that has begun before. While another one is at work, it puts
 * off or ends no publication, because the reason for that may be over when the other one ends.
 */
export async function takeNext(
  context: EngineContext,
  desk: Desk,
  besides: Publication | null = null,
): Promise<NextUp> {
  const found = await context.reads.nextOfLane({ laneId: desk.lane.id, besides: besides?.id ?? null })
  if (!found) return { is: 'nothing' }
  const { publication, hasOthers } = found
  if (publication.status !== 'queued') return { is: 'work', publication, isNew: false, hasOthers }
  const now = context.deps.clock.now()
  if (besides && (isTooLate(publication, now) || hasToWait(found, now))) return { is: 'passed' }
  if (isTooLate(publication, now)) return passed(await save(context, desk.lane, publication, tooLate(now)))
  if (hasToWait(found, now)) {
    await putOff(context, desk.lane, found, now)
    return { is: 'passed' }
  }
  return begin(context, desk, found)
}

const passed = (saved: Publication | null): NextUp => (saved ? { is: 'passed' } : { is: 'overtaken' })

async function begin(context: EngineContext, desk: Desk, found: NextOfLane): Promise<NextUp> {
  const { lane } = desk
  const { publication, isMissed, hasOthers } = found
  const connector = context.deps.connectors[publication.network]
  const account = await desk.account(publication.accountId)
  if (account && account.status !== 'active')
    return passed(await save(context, lane, publication, heldBecause(account.status)))
  const room =
    account && connector
      ? await context.ledger.roomFor(publication, connector, account)
      : ({ is: 'room', reservation: null } as const)
  if (room.is === 'full')
    return passed(
      await save(context, lane, publication, heldForRoom(connector?.limits.name ?? publication.network, room)),
    )
  const gapMs = account && connector ? leastGapMsOf({ connector, account }) : 0
  const catchUpMs = isMissed ? missedGapMs : 0
  const begun = await context.begin({ lane, publication, gapMs, catchUpMs, reservation: room.reservation })
  return begun ? { is: 'work', publication: begun, isNew: true, hasOthers } : { is: 'overtaken' }
}

const hasToWait = ({ leastGapUntil, isMissed, catchUpUntil, twinInDoubtUntil }: NextOfLane, now: Date): boolean =>
  leastGapUntil > now || (isMissed && catchUpUntil > now) || twinInDoubtUntil !== null

/** Puts off a queued publication that has to wait, with the others that wait for the same. */
function putOff({ deps, dbGate }: EngineContext, lane: HeldLane, found: NextOfLane, now: Date): Promise<void> {
  const { publication, leastGapUntil, isMissed, catchUpUntil, twinInDoubtUntil } = found
  if (leastGapUntil > now) return dbGate.once(() => deferQueuedOfLane(deps.db, lane.id, leastGapUntil))
  if (isMissed && catchUpUntil > now)
    return dbGate.once(() => spreadMissed(deps.db, lane.id, { from: catchUpUntil, gapMs: missedGapMs }))
  // A moment after it, so that it is looked at before.
  const until = new Date(Math.max(twinInDoubtUntil?.getTime() ?? 0, now.getTime()) + twinWaitMs)
  return dbGate.once(() => deferQueued(deps.db, publication.id, until))
}

const twinWaitMs = 1_000

/** Puts a publication back into the queue that was taken ahead and not reached. No step of it has been tried. */
export async function putBack(context: EngineContext, { lane }: Desk, next: NextUp): Promise<void> {
  if (next.is !== 'work' || !next.isNew) return
  const { publication } = next
  const attempts = Math.max(0, publication.attempts - 1)
  await save(context, lane, publication, { status: 'queued', attempts, spentAt: null })
}
