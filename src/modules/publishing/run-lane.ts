import type { HeldLane, Turn } from '#infra/claim/index.ts'
import { after } from '#kernel/clock.ts'
import { advance } from './advance.ts'
import type { AccountAtWork } from './deps.ts'
import type { Machine } from './machine.ts'
import { leastGapMsOf } from './progress.ts'
import { save } from './save.ts'
import { missedGapMs, slice } from './state.ts'
import { deferQueued, deferQueuedOfLane, type NextOfLane, spreadMissed } from './store/lanes.ts'
import { isInFlight, type Publication } from './store/publication.ts'
import { heldBecause, heldForRoom, words } from './words.ts'

/**
 * Runs a lane's turn: its publications one at a time, in the order of the times at which they were to go out. A
 * publication that waits for a time lets others pass. After a few publications, other lanes get their turn.
 */
export async function runLane(machine: Machine, lane: HeldLane): Promise<Turn> {
  const { deps, reads } = machine
  const sliceEnd = after(deps.clock.now(), slice.ms)
  let worked = 0
  while (worked < slice.publications) {
    if (lane.isLost() || machine.isStopping() || deps.clock.now() > sliceEnd) return { worked, more: true }
    const found = await reads.nextOfLane(lane.id)
    if (!found) return { worked, more: false }
    const { publication, hasOthers } = found
    if (publication.status === 'queued') {
      if (isTooLate(publication, deps.clock.now())) {
        if (await endTooLate(machine, lane, publication)) continue
        return { worked, more: true }
      }
      if (await deferred(machine, lane, found)) continue
    }
    worked += 1
    const begun =
      publication.status === 'queued' ? await begin(machine, lane, found) : { publication, account: undefined }
    if (begun && (await advance(machine, lane, begun, sliceEnd)) === 'leave') return { worked, more: true }
    if (!hasOthers) return { worked, more: false }
  }
  return { worked, more: true }
}

const twinWaitMs = 1_000

/**
 * Defers a queued publication that has to wait, together with the others that wait for the same. Returns false when it
 * may begin.
 */
async function deferred({ deps, steady }: Machine, lane: HeldLane, found: NextOfLane): Promise<boolean> {
  const { publication, leastGapUntil, isMissed, catchUpUntil, twinInDoubtUntil } = found
  const now = deps.clock.now()
  if (leastGapUntil > now) {
    await steady.once(() => deferQueuedOfLane(deps.db, lane.id, leastGapUntil))
    return true
  }
  if (isMissed && catchUpUntil > now) {
    await steady.once(() => spreadMissed(deps.db, lane.id, { from: catchUpUntil, gapMs: missedGapMs }))
    return true
  }
  if (!twinInDoubtUntil) return false
  // A moment later, so that the twin is looked for first.
  const until = new Date(Math.max(twinInDoubtUntil.getTime(), now.getTime()) + twinWaitMs)
  await steady.once(() => deferQueued(deps.db, publication.id, until))
  return true
}

export const isTooLate = (publication: Publication, now: Date): boolean =>
  publication.latestAt !== null && publication.latestAt <= now && !isInFlight(publication)

export const tooLate = (now: Date) =>
  ({
    status: 'failed',
    errorCode: 'too_late',
    error: words.tooLate,
    retryable: true,
    dueAt: null,
    heldWhy: null,
    heldUntil: null,
    finishedAt: now,
  }) as const

export const endTooLate = (machine: Machine, lane: HeldLane, publication: Publication): Promise<Publication | null> =>
  save(machine, lane, publication, tooLate(machine.deps.clock.now()))

interface Begun {
  readonly publication: Publication
  /** The account, if it has just been read. */
  readonly account: AccountAtWork | undefined
}

async function begin(machine: Machine, lane: HeldLane, found: NextOfLane): Promise<Begun | null> {
  const { deps } = machine
  const { publication, isMissed } = found
  const connector = deps.connectors[publication.network]
  const account = await machine.reads.account(publication.accountId)
  if (account && account.status !== 'active') {
    await save(machine, lane, publication, heldBecause(account.status))
    return null
  }
  const room =
    account && connector
      ? await machine.ledger.roomFor(publication, connector, account)
      : ({ is: 'room', reservation: null } as const)
  if (room.is === 'full') {
    await save(machine, lane, publication, heldForRoom(connector?.limits.name ?? publication.network, room))
    return null
  }
  const gapMs = account && connector ? leastGapMsOf({ connector, account }) : 0
  const catchUpMs = isMissed ? missedGapMs : 0
  const begun = await machine.begin({ lane, publication, gapMs, catchUpMs, reservation: room.reservation })
  return begun && { publication: begun, account }
}
