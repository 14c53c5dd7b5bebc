import type { Loss, WaitCode } from '#connectors/connector.ts'
import type { CallResult, RowChanges, ShownPart } from '../publication.ts'

/** The consequence of a fact: changes to the row, effects outside it, and the lane's next action. */
export interface Decision {
  readonly changes: RowChanges
  /** A part that is now public, saved with the changes. */
  readonly shown?: ShownPart
  /** The minimum gap before the next publication on this account. */
  readonly gapMs?: number
  /** The outcome of the visible call that was made. */
  readonly call?: CallResult
  readonly park?: Park
  /** The network rejects the grant. The account is marked before the row is saved. */
  readonly reconnect?: { readonly loss: Loss; readonly version: number }
  /** The version of the grant to renew before the next call. */
  readonly renew?: number
  /**
   * The decision that applies if this one cannot be carried out: the account has a newer grant by now (`reconnect`), or
   * the network's ID belongs to another publication (`shown`).
   */
  readonly otherwise?: Decision
  /** True for the result of a visible call. It is valid even if the lane has since been lost, so it is saved anyway. */
  readonly isFinal?: true
  readonly then: Next
}

/** Stops calls until a time: for the account, the app, or only this process. */
export interface Park {
  readonly of: 'account' | 'app' | 'node' | 'operator'
  readonly until: Date
  readonly why: string
  readonly code: WaitCode
}

/** Continue with this publication, go to the lane's next one, or release the lane. */
export type Next = 'continue' | 'next-publication' | 'release-lane'
