import type { Claim, HeldLane } from '#infra/claim/index.ts'
import { inTx } from '#infra/db/client.ts'
import type { Steady } from '#infra/db/steady.ts'
import { minutes } from '#kernel/clock.ts'
import { grouped } from '#kernel/grouped.ts'
import { putOff, type Taken } from '../store/lanes.ts'
import { type Ended, writeOutcomes } from '../store/outcomes.ts'
import type { Outcome } from './attempt.ts'
import type { DelivererDeps } from './deps.ts'
import { givesUpAfter, type Policy, waitAfter } from './schedule.ts'
import { tellOwners } from './tell-owners.ts'

/** What came of attempts, written down: many in one statement, and for as long as it takes while the database is away. */
export interface Ledger {
  note(lane: HeldLane, taken: Taken, outcome: Outcome, headers: Ended['headers']): Promise<void>
  /** The delivery fails for good without being sent, for this reason. */
  refuse(lane: HeldLane, taken: Taken, why: string): Promise<void>
  /** A fault of ours would come again at once. */
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
    // Written twice it is the same: the second time its attempt has ended.
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
