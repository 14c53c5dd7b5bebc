import type { Connector, Failure, JsonObject, Step } from '#connectors/connector.ts'
import type { HeldLane, HeldLanes } from '#infra/claim/index.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { Begin } from './begin.ts'
import type { AccountAtWork, KillPoint } from './deps.ts'
import type { Intend } from './intend.ts'
import type { Means } from './means.ts'
import type { Ledger } from './quota/ledger.ts'
import type { Save } from './save.ts'
import type { NextOfLane } from './store/lanes.ts'
import type { Publication } from './store/publication.ts'

/** Objects that all parts of the engine share in one process. */
export interface Machine extends Means {
  readonly lanes: HeldLanes
  /** Reads made at every turn of every lane, and therefore batched over many lanes. */
  readonly reads: {
    nextOfLane(laneId: string): Promise<NextOfLane | undefined>
    account(id: AccountId): Promise<AccountAtWork | undefined>
  }
  readonly begin: Begin
  readonly intend: Intend
  readonly save: Save
  readonly ledger: Ledger
  /** Networks parked for this process alone, because the network objects to its address and not to our app. */
  readonly nodeParks: Map<string, Date>
  isStopping(): boolean
  random(): number
  probe(point: KillPoint, publication: Publication | null): void | Promise<void>
}

/** A publication being worked on. */
export interface Work {
  readonly lane: HeldLane
  readonly publication: Publication
  readonly account: AccountAtWork
  readonly connector: Connector
  readonly step: Step<JsonObject, JsonObject>
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
