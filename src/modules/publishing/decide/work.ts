import type { Connector, JsonObject, Step } from '#connectors/connector.ts'
import { limitsOf } from '#connectors/registry.ts'
import { after } from '#kernel/clock.ts'
import type { AccountAtWork } from '../deps.ts'
import { isReply, type Publication } from '../publication.ts'
import { stepDefaults } from '../timing.ts'

/** A publication in progress, with everything needed to decide about it. */
export interface Work {
  readonly publication: Publication
  readonly account: AccountAtWork
  readonly connector: Connector
  /** True for the first action of a turn, which the publication has waited for. */
  readonly hasWaited: boolean
  /** The version of the grant that the network has just rejected. The next call renews the grant first. */
  readonly rejectedGrant: number | null
}

export type AnyStep = Step<JsonObject, JsonObject>

/** Returns the current step of the publication. Undefined for a step that this version does not know. */
export const currentStep = ({ connector, publication }: Pick<Work, 'connector' | 'publication'>): AnyStep | undefined =>
  connector.steps[publication.step]

/** True if people on the network can see what the step does. */
export const isVisible = (step: Pick<AnyStep, 'repeat' | 'shows'>): boolean =>
  step.repeat !== 'safe' || step.shows === true

export const stepDeadlineMs = (step: AnyStep | undefined): number => step?.deadlineMs ?? stepDefaults.deadlineMs

/** Returns the minimum time that the network requires between two posts of an account. A reply is not a post. */
export const leastGapMs = ({ connector, account, publication }: Omit<Work, 'hasWaited' | 'rejectedGrant'>): number =>
  isReply(publication) ? 0 : limitsOf(connector, account.facts).leastGapMs

/**
 * Returns the time until which the last attempt may still take effect. Before it, `absent` does not count, and a repeat
 * might overlap with that attempt.
 */
export function settledAt(work: Work): Date | null {
  const { begunLast } = work.publication
  if (!begunLast) return null
  const step = currentStep(work)
  return after(begunLast, stepDeadlineMs(step) + (step?.settleMs ?? stepDefaults.settleMs))
}

export const latest = (...times: readonly (Date | null | undefined)[]): Date =>
  new Date(Math.max(...times.flatMap((time) => (time ? [time.getTime()] : []))))
