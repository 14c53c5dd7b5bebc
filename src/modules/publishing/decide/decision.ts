import type { Loss, WaitCode } from '#connectors/connector.ts'
import type { CallResult, RowChanges, ShownPart } from '../publication.ts'

/** Consequence of a fact: changes of the row, effects outside it, and the next action of the lane. */
export interface Decision {
  readonly changes: RowChanges
  /** A part that is public now, saved with the changes. */
  readonly shown?: ShownPart
  /** Time during which nothing new goes out on this account. */
  readonly gapMs?: number
  /** Outcome of the visible call that was made. */
  readonly call?: CallResult
  readonly park?: Park
  /** The network rejects the grant: the account is marked before the row is saved. */
  readonly reconnect?: { readonly loss: Loss; readonly version: number }
  /** Version of the grant to be renewed before the next call. */
  readonly renew?: number
  /**
   * The decision that counts if this one cannot be carried out: the account has a newer grant by now (`reconnect`), or
   * the network's id belongs to another publication (`shown`).
   */
  readonly otherwise?: Decision
  /** True for the result of a visible call: it is true even when the lane was lost meanwhile, so it is saved anyway. */
  readonly isFinal?: true
  readonly then: Next
}

/** Stops calls until a time: for the account, for the app, or for this process alone. */
export interface Park {
  readonly of: 'account' | 'app' | 'node' | 'operator'
  readonly until: Date
  readonly why: string
  readonly code: WaitCode
}

/** Continue with this publication, go to the next one of the lane, or release the lane. */
export type Next = 'continue' | 'next-publication' | 'release-lane'
