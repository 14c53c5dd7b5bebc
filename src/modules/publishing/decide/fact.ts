import type { Failure, JsonObject, Next as StepResult } from '#connectors/connector.ts'
import type { TryColumns } from '../publication.ts'
import type { HeldWhy } from '../words.ts'

/** A fact about a publication, on which `decide` bases a decision. */
export type Fact = Observed | Ran | Found | NotCalled | Reconnected

/** Facts visible from the row and the clock, without a call. */
export type Observed =
  /** The process that ran the step died. */
  | { readonly is: 'taken-over' }
  | { readonly is: 'account-inactive'; readonly why: HeldWhy; readonly reason: string | null }
  /** The prepared state is unusable: it has expired, or this version does not know the step. */
  | { readonly is: 'stale' }
  /** The prepared request contains a time that has passed. The step `preparedBy` builds it again. */
  | { readonly is: 'outdated'; readonly preparedBy: string }
  /** The last attempt may still take effect until then. */
  | { readonly is: 'unsettled'; readonly until: Date }
  /** The outcome of an attempt is in doubt, and the connector cannot look it up. */
  | { readonly is: 'unfindable' }

/** A step was attempted. */
export interface Ran {
  readonly is: 'ran'
  readonly outcome: Outcome<StepResult<JsonObject>>
  /** The columns about attempts as they were before this attempt. */
  readonly before: TryColumns
  readonly grantVersion: number
}

/** The network was queried about whether the last attempt took effect. */
export interface Found {
  readonly is: 'found'
  readonly outcome: Outcome<StepResult<JsonObject> | 'absent' | 'unsure'>
  readonly grantVersion: number
}

/** A call was due and was not made. */
type NotCalled =
  /** A user cancelled the publication before the intent was committed. */
  | { readonly is: 'cancelled' }
  /** The user has to reconnect the account. */
  | { readonly is: 'grant-lost'; readonly reason: string }
  /** The grant cannot be read or renewed now, which does not make it invalid. */
  | { readonly is: 'grant-unavailable'; readonly before: 'run' | 'find' }

/** The account works again, although the publication was held for it a moment ago. */
interface Reconnected {
  readonly is: 'reconnected'
}

/** The outcome of one call of a connector's `run` or `find`. */
export type Outcome<Result> =
  | { readonly is: 'done'; readonly result: Result }
  /** `mayHaveChanged`: before the failed call, this attempt made another call that may have changed something. */
  | { readonly is: 'failed'; readonly failure: Failure; readonly mayHaveChanged: boolean }
  | { readonly is: 'unfit'; readonly why: string }
  /** Too many images are being fitted. The step has made no visible call. */
  | { readonly is: 'busy' }
  /** An error of Posthorn's, not the network's, such as a bug or a storage failure. `sent`: a call had been made. */
  | { readonly is: 'fault'; readonly sent: boolean }
