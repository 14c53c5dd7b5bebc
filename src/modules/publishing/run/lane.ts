import type { HeldLane, Turn } from '#infra/claim/index.ts'
import { after } from '#kernel/clock.ts'
import type { Next } from '../decide/decision.ts'
import { decideQueued, type QueueDecision, tooLate } from '../decide/waits.ts'
import { leastGapMs } from '../decide/work.ts'
import type { Publication, RowChanges } from '../publication.ts'
import { deferQueued, deferQueuedOfLane, type NextOfLane, spreadMissed } from '../store/lanes.ts'
import { missedGapMs, slice } from '../timing.ts'
import { heldBecause, heldForQuota } from '../words.ts'
import type { EngineContext } from './context.ts'
import { runPublication } from './publication.ts'
import { type LaneTurn, openTurn } from './turn.ts'

/**
 * Runs one turn of a lane: its publications one at a time, in order of their scheduled times. A publication that has
 * its own reason to wait lets others pass. An account is as fast as its network: while the last call of one publication
 * is in progress, the next one is taken out of the queue, and while the outcome of the first is saved, the next one is
 * prepared. But no visible call begins before that outcome is saved. If other lanes wait for a place, a turn ends after
 * a few publications.
 */
export async function runLane(context: EngineContext, lane: HeldLane, network: string): Promise<Turn> {
  const { clock, log } = context.deps
  const turn = openTurn(context, lane)
  const sliceEnd = after(clock.now(), slice.ms)
  let ahead: Promise<NextUp> | null = null
  let last: Promise<Exclude<Next, 'continue'>> = Promise.resolve('next-publication')
  let worked = 0
  const mayGoOn = () => !lane.isLost() && !context.isStopping() && clock.now() <= sliceEnd
  const mayTakeMore = () => mayGoOn() && (worked < slice.publications || !context.isCrowded(network))

  const takeUp = async (): Promise<NextUp> => {
    const taken = ahead
    ahead = null
    if (taken) return taken
    await last
    return takeNext(context, turn)
  }

  async function work(): Promise<Turn> {
    while (mayTakeMore()) {
      const up = await takeUp()
      if (up.is === 'nothing') return { worked, more: false }
      if (up.is === 'overtaken') return { worked, more: true }
      worked += 1
      if (up.is === 'passed') continue
      const before = last
      const answered = Promise.withResolvers<'answered'>()
      last = runPublication(context, turn, up.publication, {
        mayGoOn,
        mayCall: async () => (await before) === 'next-publication',
        lookAhead() {
          if (ahead || !up.hasOthers || !mayTakeMore()) return
          ahead = handled(takeNext(context, turn, up.publication))
        },
        answered: () => answered.resolve('answered'),
      })
      const came = await Promise.race([handled(last), answered.promise])
      if (came === 'answered' && ahead) continue
      if ((await last) === 'release-lane') return { worked, more: true }
      if (!up.hasOthers) return { worked, more: false }
    }
    return { worked, more: true }
  }

  try {
    const done = await work()
    return (await last) === 'release-lane' ? { worked, more: true } : done
  } finally {
    await last.catch(() => {})
    await (ahead as Promise<NextUp> | null)
      ?.then((next) => putBack(context, turn, next))
      .catch((error: unknown) =>
        log.warn(
          { event: 'publishing.put_back_failed', err: error, lane: lane.id },
          'Prefetched publication could not be returned to the queue',
        ),
      )
  }
}

/** Keeps a failure from ending the process before the lane awaits the work. */
function handled<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => {})
  return work
}

/** The next action of a lane. */
type NextUp =
  | { readonly is: 'nothing' }
  /** A publication was deferred, held or ended. The lane may have another one. */
  | { readonly is: 'passed' }
  /** Another process or a user was first: the lane is lost, or the publication was withdrawn. */
  | { readonly is: 'overtaken' }
  | {
      readonly is: 'work'
      readonly publication: Publication
      /** True if the publication was in the queue until now. */
      readonly isNew: boolean
      /** True if another publication of the account is also due. */
      readonly hasOthers: boolean
    }

/**
 * Takes the next due publication out of the queue, or one that has already begun. While another one is in progress
 * (`besides`), it does not defer or end any publication, because the reason for that may be gone when the other one
 * ends.
 */
async function takeNext(context: EngineContext, turn: LaneTurn, besides: Publication | null = null): Promise<NextUp> {
  const found = await context.reads.nextOfLane({ laneId: turn.lane.id, besides: besides?.id ?? null })
  if (!found) return { is: 'nothing' }
  const { publication, hasOthers } = found
  if (publication.status !== 'queued') return { is: 'work', publication, isNew: false, hasOthers }
  const now = context.deps.clock.now()
  const decision = decideQueued(found, now)
  if (decision.is === 'begin') return begin(context, turn, found, besides)
  if (besides) return { is: 'passed' }
  if (decision.is === 'too-late') return pass(context, turn, publication, tooLate(now))
  await putOff(context, turn, publication, decision)
  return { is: 'passed' }
}

async function begin(
  context: EngineContext,
  turn: LaneTurn,
  { publication, isMissed, hasOthers }: NextOfLane,
  besides: Publication | null,
): Promise<NextUp> {
  const { lane } = turn
  const connector = context.deps.connectors[publication.network]
  const account = await turn.account(publication.accountId)
  if (account && account.status !== 'active') {
    if (besides) return { is: 'passed' }
    const held = await context.write.save({
      lane,
      publication,
      changes: heldBecause(account.status, account.statusWhy),
    })
    // The loop checks the account again, since it may have been reconnected while the hold was saved.
    return held ? { is: 'work', publication: held, isNew: false, hasOthers } : { is: 'overtaken' }
  }
  const room =
    account && connector
      ? await context.ledger.roomFor(publication, connector, account)
      : ({ is: 'room', reservation: null } as const)
  if (room.is === 'full') {
    return pass(context, turn, publication, heldForQuota(connector?.limits.name ?? publication.network, room))
  }
  const gapMs = account && connector ? leastGapMs({ connector, account, publication }) : 0
  const catchUpMs = isMissed ? missedGapMs : 0
  const begun = await context.write.begin({ lane, publication, gapMs, catchUpMs, reservation: room.reservation })
  return begun ? { is: 'work', publication: begun, isNew: true, hasOthers } : { is: 'overtaken' }
}

async function pass(
  { write }: EngineContext,
  { lane }: LaneTurn,
  publication: Publication,
  changes: RowChanges,
): Promise<NextUp> {
  return (await write.save({ lane, publication, changes })) ? { is: 'passed' } : { is: 'overtaken' }
}

/** Defers a queued publication that has to wait, along with the others that wait for the same reason. */
function putOff(
  { deps: { db }, dbGate }: EngineContext,
  { lane }: LaneTurn,
  { id }: Publication,
  wait: Extract<QueueDecision, { readonly is: 'wait' }>,
): Promise<void> {
  const { until } = wait
  switch (wait.for) {
    case 'gap':
      return dbGate.once(() => deferQueuedOfLane(db, lane.id, until))
    case 'missed':
      return dbGate.once(() => spreadMissed(db, lane.id, { from: until, gapMs: missedGapMs }))
    case 'twin':
      return dbGate.once(() => deferQueued(db, id, until))
    default:
      return wait.for satisfies never
  }
}

/** Returns a publication to the queue that was taken ahead but not reached. No step of it has been tried. */
async function putBack({ write }: EngineContext, { lane }: LaneTurn, next: NextUp): Promise<void> {
  if (next.is !== 'work' || !next.isNew) return
  const { publication } = next
  const attempts = Math.max(0, publication.attempts - 1)
  await write.save({ lane, publication, changes: { status: 'queued', attempts, spentAt: null } })
}
