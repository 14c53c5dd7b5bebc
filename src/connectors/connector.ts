import type { z } from 'zod'
import type { Auth } from '#connectors/contract/auth.ts'
import type { ReadCall, RecallCall } from '#connectors/contract/call.ts'
import type { Hear } from '#connectors/contract/hear.ts'
import type { Answer, Failure } from '#connectors/contract/http.ts'
import type { JsonObject } from '#connectors/contract/json.ts'
import type { Outgoing } from '#connectors/contract/outgoing.ts'
import type { Finding, Plan } from '#connectors/contract/plan.ts'
import type { ReadBack, ReadBackCall } from '#connectors/contract/read-back.ts'
import type { Metrics, Named, Reading, Recalled } from '#connectors/contract/readings.ts'
import type { Step } from '#connectors/contract/step.ts'
import type { Verdict } from '#connectors/contract/verdict.ts'
import type { Limits } from '#rules/limits.ts'
import type { Network } from '#rules/network-names.ts'
import type { OperatorSettings } from '#rules/operator.ts'

export type { Auth, RemoteAccount, Target } from '#connectors/contract/auth.ts'
export type { Call, ReadCall, RecallCall } from '#connectors/contract/call.ts'
export { type Loss, type LossCode, lossCodes, lossOf } from '#connectors/contract/codes/loss-codes.ts'
export { type WaitCode, waitCodeOf } from '#connectors/contract/codes/wait-codes.ts'
export type { Hear, NetworkNotice } from '#connectors/contract/hear.ts'
export {
  type Answer,
  CallFailed,
  type Failure,
  type Http,
  type HttpRequest,
  type OwnApp,
  type ServerApps,
} from '#connectors/contract/http.ts'
export type { Json, JsonObject } from '#connectors/contract/json.ts'
export type { BeginRequest, Begun, ExchangeRequest, Granted, OAuth, OAuthAt } from '#connectors/contract/oauth.ts'
export {
  type MediaRule,
  MediaUnfit,
  type Outgoing,
  type OutgoingMedia,
  type OutgoingPart,
  type Sendable,
} from '#connectors/contract/outgoing.ts'
export type { Finding, Plan, PlannedPart } from '#connectors/contract/plan.ts'
export type { Metrics, Named, Reading, Recalled } from '#connectors/contract/readings.ts'
export type { Doubt, Next, Step } from '#connectors/contract/step.ts'
export type { Verdict } from '#connectors/contract/verdict.ts'
export type { Addresses } from '#rules/operator.ts'

/**
 * The interface between the engine and the code for one social network. A connector knows the network's wire format and
 * rules, but nothing about posts, tables, queues or HTTP servers. It consists of limits (data), a pure plan, named
 * steps and a table of verdicts. It never sleeps, loops, retries or reads the clock: the engine saves, waits, refreshes
 * grants, and determines the outcome of calls whose response was lost.
 */

export interface Connector<Grant extends JsonObject = JsonObject, Memo extends JsonObject = JsonObject> {
  readonly network: Network
  readonly limits: Limits
  /** The operator's settings for the network: addresses, an app, versions. */
  readonly operator: OperatorSettings
  /**
   * Pure: returns the limits of one account from the `facts` that `whoami` returned. Defined if limits differ between
   * accounts, for example by instance.
   */
  limitsFor?(facts: JsonObject): Limits
  /** The schema of a target's settings, in addition to text and media. `providers` renders a form from it. */
  readonly settings: z.ZodObject
  /** The settings that an account may save as defaults for all of its posts. Omitted if there are none. */
  readonly accountDefaults?: z.ZodObject
  readonly auth: Auth<Grant>
  readonly steps: Readonly<Record<string, Step<Grant, Memo>>>
  /** Pure: returns the first step, the text as it will be sent, and the planned calls in order. */
  plan(post: Outgoing): Plan
  /**
   * Pure: finds problems that neither the limits nor the schema of the settings can express, such as a setting that
   * posts of this kind require.
   */
  check?(post: Outgoing): readonly Finding[]
  /** Returns the verdict on a failure, or null if the default verdict applies (`defaultVerdict`). */
  judge(failure: Failure, step: string, now: Date): Verdict | null
  metrics?(call: ReadCall<Grant>, remoteIds: readonly string[]): Promise<readonly Metrics[]>
  /** True if the network charges per read. Nothing is then read without the operator's consent. */
  readonly readsAreBilled?: true
  /**
   * After a restore, checks whether a post that the database has no record of was published. Matches by text, time and
   * kind, never by publishing state. Omitted if the network does not support it.
   */
  recall?(call: RecallCall<Grant>, post: Outgoing): Promise<Recalled>
  /** Reads published parts as the network returns them. Omitted if the network does not allow it. */
  readBack?(call: ReadBackCall<Grant>): Promise<readonly ReadBack[]>
  /** Polls for the missing ID of a published post, using the handle that the network returned. */
  named?(call: ReadCall<Grant>, post: Outgoing, handle: string): Promise<Named | null>
  /** Lists the account's current choices, such as its boards, for the author of a post. */
  options?(call: ReadCall<Grant>): Promise<JsonObject>
  /** Reads the rate limit headers of a response. */
  meter?(answer: Answer): readonly Reading[]
  /** Parses the network's webhooks. Omitted if the network sends no useful webhooks. */
  readonly hear?: Hear
}
