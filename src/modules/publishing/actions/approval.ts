import type { Outgoing } from '#connectors/connector.ts'
import type { Tx } from '#infra/db/client.ts'
import type { Network } from '#rules/network-names.ts'
import { holdQueued, queueHeld, readHeld } from '../store/approval.ts'
import { words } from '../words.ts'

/** The reason of a publication that waits for an approval. A reconnect of its account does not release it. */
export const heldForApproval = 'approval'

/** Holds publications that were made in this transaction until somebody has approved them. */
export const holdForApproval = (tx: Tx, ids: readonly string[]): Promise<void> =>
  holdQueued(tx, ids, { why: heldForApproval, code: 'approval_needed', error: words.approvalNeeded })

/** Returns those publications that wait for an approval, with what they would send. The rows are locked. */
export const listHeldForApproval = (
  tx: Tx,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly network: Network; readonly snapshot: Outgoing }[]> =>
  readHeld(tx, ids, heldForApproval)

/** Puts publications that have their approval into the queue. They are due now. */
export const letApprovedGo = (tx: Tx, ids: readonly string[]): Promise<void> => queueHeld(tx, ids, heldForApproval)
