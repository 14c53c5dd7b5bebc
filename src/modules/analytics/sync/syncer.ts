import {
  type Claim,
  type ClaimOptions,
  createLaneWork,
  type HeldLane,
  type LaneWork,
  type Turn,
} from '#infra/claim/index.ts'
import { createDbGate } from '#infra/db/db-gate.ts'
import { after, minutes, seconds } from '#kernel/clock.ts'
import type { AnalyticsDeps } from '../deps.ts'
import { createAccountClaim, listDueLooks, noteNextLook, parkAccount } from '../store/lanes.ts'
import { announceSynced, lookAtAccount } from './look-at-account.ts'
import { takenAlongMs } from './look-schedule.ts'

/**
 * Reads the metrics of posts and accounts when they are due, account by account. Nothing is lost if a process dies: its
 * accounts become available when their leases end, and what it had not stored is read again.
 */
interface Syncer extends Omit<LaneWork, 'lanes' | 'isStopping'> {
  /** Releases the accounts of a predecessor that is known to be dead. */
  releaseAllOf(holder: string): Promise<number>
}

interface SyncerOptions {
  readonly holder: string
  readonly onlyIf?: ClaimOptions['onlyIf']
}

/** The maximum number of accounts at a time. Metrics are never urgent, so this leaves connections to other work. */
const places = 4
const databasePlaces = 2
/**
 * The maximum number of posts in one reading. X accepts this many per call. Networks that accept fewer get several
 * calls.
 */
const mostAtOnce = 100
const afterFaultMs = minutes(15)
const group = 'account'

export function createSyncer(deps: AnalyticsDeps, { holder, onlyIf }: SyncerOptions): Syncer {
  const { db, clock, log } = deps
  const claim: Claim = createAccountClaim(holder, onlyIf)
  const dbGate = createDbGate(databasePlaces)

  /** The posts of an account with new metrics, until all of its due posts are read. */
  const changedOf = new Map<string, number>()

  async function turn(lane: HeldLane): Promise<Turn> {
    const by = after(clock.now(), takenAlongMs)
    const { posts, accounts, ...looked } = await lookAtAccount({ ...deps, claim }, lane, {
      pick: ({ id }) => listDueLooks(db, id, { by, most: mostAtOnce }),
      signal: lane.signal,
    })
    const more = posts === mostAtOnce && !looked.failed
    const changed = (changedOf.get(lane.id) ?? 0) + looked.changed
    if (more) changedOf.set(lane.id, changed)
    else {
      changedOf.delete(lane.id)
      await noteNextLook(db, lane.id)
      await announceSynced(deps, lane.id, changed)
    }
    return { worked: posts + accounts, more }
  }

  const work = createLaneWork({
    db,
    clock,
    log,
    claim,
    dbGate,
    what: 'an account whose metrics are due',
    async *claimMore(busy) {
      const room = places - busy(group)
      if (room > 0) yield { group, lanes: await dbGate.once(() => claim.claim(db, { lanes: room })) }
    },
    turn,
    afterFault: ({ id }) => parkAccount(db, id, { until: after(clock.now(), afterFaultMs), failures: 1 }),
    graceMs: seconds(10),
  })
  return { ...work, releaseAllOf: (dead) => claim.releaseAllOf(db, dead) }
}
