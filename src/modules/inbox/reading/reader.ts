import { type Claim, type ClaimOptions, createLaneWork, type LaneWork } from '#infra/claim/index.ts'
import { inTx } from '#infra/db/client.ts'
import { createDbGate } from '#infra/db/db-gate.ts'
import { after, minutes, seconds } from '#kernel/clock.ts'
import { carryOutActs } from '../acts/carry-out.ts'
import type { InboxDeps } from '../deps.ts'
import { createActClaim, suspendActs } from '../store/acts.ts'
import { createInboxClaim, parkReading } from '../store/lanes.ts'
import { readAccount } from './read-account.ts'

/**
 * Reads what is said to accounts when they are due, account by account, and carries out what is wanted of items. If a
 * process dies, its accounts become available when their leases end, and continue at the stored place.
 */
interface InboxReader extends Omit<LaneWork, 'lanes' | 'isStopping'> {
  /** Releases the accounts of a predecessor that is known to be dead. */
  releaseAllOf(holder: string): Promise<number>
}

/** The maximum number of accounts at a time, which leaves connections to publishing. */
const places = 4
const databasePlaces = 2
const afterFaultMs = minutes(15)
/** Acts do not wait for reading: a person waits for them. */
const actPlaces = 2
const reading = 'reading'
const acting = 'acting'

export function createInboxReader(
  deps: InboxDeps,
  { holder, onlyIf }: { readonly holder: string; readonly onlyIf?: ClaimOptions['onlyIf'] },
): InboxReader {
  const { db, clock, log } = deps
  const claim: Claim = createInboxClaim(holder, onlyIf)
  const acts = createActClaim(holder, onlyIf)
  const dbGate = createDbGate(databasePlaces)
  const work = createLaneWork({
    db,
    clock,
    log,
    claim,
    dbGate,
    what: 'an account whose inbox is due',
    async *claimMore(busy) {
      const toAct = actPlaces - busy(acting)
      if (toAct > 0) yield { group: acting, lanes: await dbGate.once(() => acts.claim(db, { lanes: toAct })) }
      const room = places - busy(reading)
      if (room > 0) yield { group: reading, lanes: await dbGate.once(() => claim.claim(db, { lanes: room })) }
    },
    async turn(lane, group) {
      if (group === acting) return carryOutActs({ ...deps, claim }, lane, lane.signal)
      const { items, more } = await readAccount({ ...deps, claim }, lane, lane.signal)
      return { worked: items, more }
    },
    async afterFault({ id }) {
      const until = after(clock.now(), afterFaultMs)
      await parkReading(db, id, { until, failures: 1, problem: null })
      await inTx(db, (tx) => suspendActs(tx, id, until))
    },
    graceMs: seconds(10),
  })
  return { ...work, firstDue: acts.firstDue, releaseAllOf: (dead) => claim.releaseAllOf(db, dead) }
}
