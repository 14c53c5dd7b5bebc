import type { Claim, HeldLane } from '#infra/claim/index.ts'
import { inTx } from '#infra/db/client.ts'
import type { DbGate } from '#infra/db/db-gate.ts'
import { grouped } from '#kernel/batches/grouped.ts'
import { minutes } from '#kernel/clock.ts'
import { postponeDue, type TakenDelivery } from '../store/lanes.ts'
import { type EndedAttempt, writeOutcomes } from '../store/outcomes.ts'
import type { Outcome } from './attempt.ts'
import type { DelivererDeps } from './deps.ts'
import { notifyOwners } from './notify-owners.ts'
import { type Policy, switchOffAfter, waitAfter } from './policy.ts'

/** Writes the outcomes of attempts, many in one statement. Retries until the database is back. */
export interface OutcomeWriter {
  note(lane: HeldLane, taken: TakenDelivery, outcome: Outcome, headers: EndedAttempt['headers']): Promise<void>
  /** Fails a delivery for good without sending it, for this reason. */
  refuse(lane: HeldLane, taken: TakenDelivery, why: string): Promise<void>
  /** Delays the due deliveries of a lane after a fault of ours, which would come again at once. */
  postponeDue(lane: HeldLane): Promise<void>
}

interface OutcomeWriterDeps extends DelivererDeps {
  readonly claim: Claim
  readonly dbGate: DbGate
  readonly policy: Policy
}

const mostAtOnce = 200
const postponeMs = minutes(1)

export function createOutcomeWriter(deps: OutcomeWriterDeps): OutcomeWriter {
  const { db, claim, dbGate, policy } = deps
  const random = deps.random ?? Math.random
  const write = (all: readonly EndedAttempt[]): Promise<void> =>
    inTx(db, async (tx) => notifyOwners(deps, tx, await writeOutcomes(tx, claim, all, switchOffAfter)))
  const noteOne = grouped<EndedAttempt, void>({
    together: async (all) => {
      await write(all)
      return new Map(all.map((one) => [one, undefined]))
    },
    // A second write changes nothing: the attempt has ended by then.
    alone: (one) => dbGate.retryUntilUp(() => write([one])),
    inTurn: dbGate.once,
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
    postponeDue: (lane) => dbGate.retryUntilUp(() => postponeDue(db, lane.id, postponeMs)),
  }
}
