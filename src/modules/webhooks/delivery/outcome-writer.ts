import type { Claim, HeldLane } from '#infra/claim/index.ts'
import { inTx } from '#infra/db/client.ts'
import type { Steady } from '#infra/db/steady.ts'
import { grouped } from '#kernel/batches/grouped.ts'
import { minutes } from '#kernel/clock.ts'
import { putOff, type Taken } from '../store/lanes.ts'
import { type Ended, writeOutcomes } from '../store/outcomes.ts'
import type { Outcome } from './attempt.ts'
import type { DelivererDeps } from './deps.ts'
import { tellOwners } from './notify-owners.ts'
import { givesUpAfter, type Policy, waitAfter } from './schedule.ts'

/** Writes the outcomes of attempts, many in one statement. Retries until the database is back. */
export interface Ledger {
  note(lane: HeldLane, taken: Taken, outcome: Outcome, headers: Ended['headers']): Promise<void>
  /** Fails a delivery for good without sending it, for this reason. */
  refuse(lane: HeldLane, taken: Taken, why: string): Promise<void>
  /** Delays the due deliveries of a lane after a fault of ours, which would come again at once. */
  putOff(lane: HeldLane): Promise<void>
}

export interface LedgerDeps extends DelivererDeps {
  readonly claim: Claim
  readonly steady: Steady
  readonly policy: Policy
}

const mostAtOnce = 200
const putOffMs = minutes(1)

export function createLedger(deps: LedgerDeps): Ledger {
  const { db, claim, steady, policy } = deps
  const random = deps.random ?? Math.random
  const write = (all: readonly Ended[]): Promise<void> =>
    inTx(db, async (tx) => tellOwners(deps, tx, await writeOutcomes(tx, claim, all, givesUpAfter)))
  const noteOne = grouped<Ended, void>({
    together: async (all) => {
      await write(all)
      return new Map(all.map((one) => [one, undefined]))
    },
    // A second write changes nothing: the attempt has ended by then.
    alone: (one) => steady.until(() => write([one])),
    inTurn: steady.once,
    most: mostAtOnce,
  })
  return {
    note: (lane, { id, attempt, failures }, { retryAfterMs, ...outcome }, headers) =>
      noteOne({
        lane,
        id,
        attempt,
        ...outcome,
        waitMs: outcome.ok || outcome.gone ? null : waitAfter(policy, failures + 1, { retryAfterMs, random }),
        headers,
      }),
    refuse: (lane, { id, attempt }, error) =>
      noteOne({
        lane,
        id,
        attempt,
        ok: false,
        gone: false,
        waitMs: null,
        responseStatus: null,
        responseBody: null,
        error,
        durationMs: 0,
        headers: {},
      }),
    putOff: (lane) => steady.until(() => putOff(db, lane.id, putOffMs)),
  }
}
