import type { Claim } from '#infra/claim/index.ts'
import type { DbGate } from '#infra/db/db-gate.ts'
import type { EngineDeps } from './deps.ts'

/** Objects that every write of the engine needs. */
export interface WriteContext {
  readonly deps: EngineDeps
  readonly claim: Claim
  readonly dbGate: DbGate
}
