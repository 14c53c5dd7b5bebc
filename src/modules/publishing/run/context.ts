import type { HeldLanes } from '#infra/claim/index.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { AccountAtWork, KillPoint } from '../deps.ts'
import type { Publication } from '../publication.ts'
import type { Ledger } from '../quota/ledger.ts'
import type { AskedLane, NextOfLane } from '../store/lanes.ts'
import type { Writer } from '../write/writer.ts'
import type { WriteContext } from '../write-context.ts'

/** Objects that all parts of the engine share in one process. */
export interface EngineContext extends WriteContext {
  readonly lanes: HeldLanes
  /** Reads made at every turn of every lane, and therefore batched across lanes. */
  readonly reads: {
    nextOfLane(lane: AskedLane): Promise<NextOfLane | undefined>
    account(id: AccountId): Promise<AccountAtWork | undefined>
  }
  readonly write: Writer
  readonly ledger: Ledger
  /** Networks parked only for this process, because the network rejects its IP address, not our app. */
  readonly nodeParks: Map<string, { readonly since: Date; readonly until: Date }>
  isStopping(): boolean
  /** True if lanes of this network wait for a place. */
  isCrowded(network: string): boolean
  random(): number
  probe(point: KillPoint, publication: Publication | null): void | Promise<void>
}
