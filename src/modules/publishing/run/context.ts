import type { Connector, Failure, JsonObject, Step } from '#connectors/connector.ts'
import type { HeldLane, HeldLanes } from '#infra/claim/index.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { AccountAtWork, Granted, KillPoint } from '../deps.ts'
import type { Publication } from '../publication.ts'
import type { Ledger } from '../quota/ledger.ts'
import type { AskedLane, NextOfLane } from '../store/lanes.ts'
import type { Begin } from '../write/begin.ts'
import type { WriteContext } from '../write/context.ts'
import type { Intend } from '../write/intend.ts'
import type { Save } from '../write/save.ts'

/** Objects that all parts of the engine share in one process. */
export interface EngineContext extends WriteContext {
  readonly lanes: HeldLanes
  /** Reads made at every turn of every lane, and therefore batched over many lanes. */
  readonly reads: {
    nextOfLane(asked: AskedLane): Promise<NextOfLane | undefined>
    account(id: AccountId): Promise<AccountAtWork | undefined>
  }
  readonly begin: Begin
  readonly intend: Intend
  readonly save: Save
  readonly ledger: Ledger
  /** Networks parked for this process alone, because the network objects to its address and not to our app. */
  readonly nodeParks: Map<string, Date>
  isStopping(): boolean
  /** Lanes of this network wait for a place. */
  isCrowded(network: string): boolean
  random(): number
  probe(point: KillPoint, publication: Publication | null): void | Promise<void>
}

/**
 * Data that one turn of a lane works with. Data that every step reads is kept for a moment, so that the next step need
 * not wait.
 */
export interface Desk {
  readonly lane: HeldLane
  account(id: AccountId): Promise<AccountAtWork | undefined>
  /** `refreshIfOlderThan`: the network did not take that version. */
  grant(of: Pick<Publication, 'accountId'>, refreshIfOlderThan?: number): Promise<Granted>
}

/** One publication in hand. */
export interface Work {
  readonly desk: Desk
  readonly lane: HeldLane
  readonly publication: Publication
  readonly account: AccountAtWork
  readonly connector: Connector
  readonly step: Step<JsonObject, JsonObject>
  readonly way: Way
}

/** Questions and signals from a publication at work to the turn of its lane. */
export interface Way {
  mayGoOn(): boolean
  /** Waits until the outcome of the publication before it is saved: only then may it make a call that can be seen. */
  mayCall(): Promise<boolean>
  /** Signals that the last call is under way, so that the next publication may be taken out of the queue. */
  lookAhead(): void
  /** Signals that the last call was answered; the answer is still to be saved. */
  answered(): void
}

/** Next action: continue with this publication, go to the next one of the lane, or leave the lane. */
export type Onward = { readonly go: 'on'; readonly publication: Publication } | { readonly go: 'next' | 'leave' }

export const on = (publication: Publication | null): Onward =>
  publication ? { go: 'on', publication } : { go: 'next' }
export const next: Onward = { go: 'next' }
export const leave: Onward = { go: 'leave' }

/** True when people at the network can see what the step does. */
export const isVisible = (step: Pick<Step<JsonObject, JsonObject>, 'repeat' | 'shows'>): boolean =>
  step.repeat !== 'safe' || step.shows === true

/** Reason for a failure, in the words that a user reads and in the network's own. */
export interface Reason {
  readonly code: string
  readonly error: string
  readonly failure: Failure | null
  readonly retryable: boolean
}
