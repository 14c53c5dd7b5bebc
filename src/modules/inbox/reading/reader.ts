import { type Claim, type ClaimOptions, createLaneWork, type LaneWork } from '#infra/claim/index.ts'
import { createDbGate } from '#infra/db/db-gate.ts'
import { after, minutes, seconds } from '#kernel/clock.ts'
import type { InboxDeps } from '../deps.ts'
import { createInboxClaim, parkReading } from '../store/lanes.ts'
import { readAccount } from './read-account.ts'

/**
 * Reads what is said to accounts when they are due, account by account. If a process dies, its accounts become available
 * when their leases end, and continue at the stored place.
 */
interface InboxReader extends Omit<LaneWork, 'lanes' | 'isStopping'> {
  /** Releases the accounts of a predecessor that is known to be dead. */
  releaseAllOf(holder: string): Promise<number>
}

/** The maximum number of accounts at a time, which leaves connections to publishing. */
const places = 4
const databasePlaces = 2
const afterFaultMs = minutes(15)
const group = 'account'

export function createInboxReader(
  deps: InboxDeps,
  { holder, onlyIf }: { readonly holder: string; readonly onlyIf?: ClaimOptions['onlyIf'] },
): InboxReader {
  const { db, clock, log } = deps
  const claim: Claim = createInboxClaim(holder, onlyIf)
  const dbGate = createDbGate(databasePlaces)
  const work = createLaneWork({
    db,
    clock,
    log,
    claim,
    dbGate,
    what: 'an account whose inbox is due',
    async *claimMore(busy) {
      const room = places - busy(group)
      if (room > 0) yield { group, lanes: await dbGate.once(() => claim.claim(db, { lanes: room })) }
    },
    async turn(lane) {
      const { items, more } = await readAccount({ ...deps, claim }, lane, lane.signal)
      return { worked: items, more }
    },
    afterFault: ({ id }) =>
      parkReading(db, id, { until: after(clock.now(), afterFaultMs), failures: 1, problem: null }),
    graceMs: seconds(10),
  })
  return { ...work, releaseAllOf: (dead) => claim.releaseAllOf(db, dead) }
}
