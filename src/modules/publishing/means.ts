import type { Claim } from '#infra/claim/index.ts'
import type { EngineDeps } from './deps.ts'
import type { Steady } from './steady.ts'

/** What every write of the engine needs. */
export interface Means {
  readonly deps: EngineDeps
  readonly claim: Claim
  readonly steady: Steady
}
