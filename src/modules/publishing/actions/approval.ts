import type { Outgoing } from '#connectors/connector.ts'
import type { Tx } from '#infra/db/client.ts'
import type { Network } from '#rules/network-names.ts'
import { holdQueued, queueHeld, readHeld } from '../store/approval.ts'
import { words } from '../words.ts'

/** The reason of a publication that waits for approval. Reconnecting its account does not release it. */
export const heldForApproval = 'approval'

/** Holds publications that were created in this transaction until they are approved. */
export const holdForApproval = (tx: Tx, ids: readonly string[]): Promise<void> =>
  holdQueued(tx, ids, { why: heldForApproval, code: 'approval_needed', error: words.approvalNeeded })

/** Returns the publications that wait for approval, with what they would send. The rows are locked. */
export const listHeldForApproval = (
  tx: Tx,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly network: Network; readonly snapshot: Outgoing }[]> =>
  readHeld(tx, ids, heldForApproval)

/** Queues publications that have been approved. They are due now. */
export const letApprovedGo = (tx: Tx, ids: readonly string[]): Promise<void> => queueHeld(tx, ids, heldForApproval)

/**
 * The reason of a publication whose profile exceeds its owner's plan. Reconnecting its account does not release it
 * either.
 */
export const heldForPlan = 'plan'

/** Holds publications that were created in this transaction until the plan has room for their profile. */
export const holdForPlan = (tx: Tx, ids: readonly string[]): Promise<void> =>
  holdQueued(tx, ids, { why: heldForPlan, code: 'plan_required', error: words.overPlan })

/** Queues publications that were held because of the plan. They are due now. */
export const letPlannedGo = (tx: Tx, ids: readonly string[]): Promise<void> => queueHeld(tx, ids, heldForPlan)
