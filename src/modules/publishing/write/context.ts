import type { Claim } from '#infra/claim/index.ts'
import type { Steady } from '#infra/db/steady.ts'
import type { EngineDeps } from '../deps.ts'

/** Objects that every write of the engine needs. */
export interface WriteContext {
  readonly deps: EngineDeps
  readonly claim: Claim
  readonly steady: Steady
}
