import type { LossCode } from './codes/loss-codes.ts'
import type { WaitCode } from './codes/wait-codes.ts'

/** The meaning of a failure, and so the engine's next move. `code` of what waits: see `waitCodeOf`. */
export type Verdict =
  | {
      readonly is: 'retry'
      readonly of: 'call' | 'account' | 'app' | 'node'
      readonly until?: Date
      readonly why: string
      readonly code?: WaitCode
    }
  /**
   * The grant does not work: the engine refreshes it, or the person has to reconnect. `final`: the network has named a
   * problem of the account, such as a deactivation, that no renewal fixes. `code`: see `lossOf`.
   */
  | { readonly is: 'reauth'; readonly why: string; readonly code?: LossCode; readonly final?: true }
  /**
   * A problem of our app at the network (credits, version, trial): the network is parked, and the operator is informed.
   */
  | { readonly is: 'operator'; readonly why: string; readonly code?: WaitCode }
  /** A handle expired: go back to that step. */
  | ({ readonly is: 'again'; readonly from: string; readonly why: string } & MaybeNothingOut)
  /** The call may have had its effect: ask `find`. */
  | { readonly is: 'doubt'; readonly why: string; readonly code?: WaitCode }
  /** The call had no effect and never will. `why` is for users: the problem, and the way to fix it. */
  | ({ readonly is: 'refused'; readonly code: string; readonly why: string } & MaybeNothingOut)

/**
 * `nothingOut`: the network states that a request which it had accepted came to nothing. Without this statement the
 * post may be published.
 */
type MaybeNothingOut = { readonly nothingOut?: true }
