import type { LossCode } from './codes/loss-codes.ts'
import type { WaitCode } from './codes/wait-codes.ts'

/** The meaning of a failure, which determines the engine's next action. For the `code` of waits, see `waitCodeOf`. */
export type Verdict =
  | {
      readonly is: 'retry'
      readonly of: 'call' | 'account' | 'app' | 'node'
      readonly until?: Date
      readonly why: string
      readonly code?: WaitCode
    }
  /**
   * The grant does not work: the engine refreshes it, or the user has to reconnect. `final`: the network reported a
   * problem with the account, such as a deactivation, that renewing does not fix. `code`: see `lossOf`.
   */
  | { readonly is: 'reauth'; readonly why: string; readonly code?: LossCode; readonly final?: true }
  /**
   * A problem with our app at the network (credits, version, trial): the network is parked, and the operator is
   * notified.
   */
  | { readonly is: 'operator'; readonly why: string; readonly code?: WaitCode }
  /** A handle expired: go back to the named step. */
  | ({ readonly is: 'again'; readonly from: string; readonly why: string } & MaybeNothingOut)
  /** The call may have had its effect: call `find`. */
  | { readonly is: 'doubt'; readonly why: string; readonly code?: WaitCode }
  /** The call had no effect and never will. `why` is for users: the problem and its fix. */
  | ({ readonly is: 'refused'; readonly code: string; readonly why: string } & MaybeNothingOut)

/**
 * `nothingOut`: the network reports that an accepted request had no effect. Without this report the post may be
 * published.
 */
type MaybeNothingOut = { readonly nothingOut?: true }
