import { type Failure, lossOf, type Verdict } from '#connectors/connector.ts'
import type { RowChanges } from '../publication.ts'
import type { Decision } from './decision.ts'
import type { Work } from './work.ts'

interface Rejection {
  readonly failure: Failure | null
  /** The version of the grant that the call used. */
  readonly version: number
  /** The number of earlier tries or finds that failed. */
  readonly rejectionsBefore: number
  /** The changes to the row if the call is made again immediately with a renewed grant. */
  readonly renew: RowChanges
  hold(): Decision
  later(): Decision
}

/**
 * Decides what follows if the network rejects a grant: renew it once and call again. After that, the user has to
 * reconnect the account.
 */
export function afterRejectedGrant(
  { rejectedGrant }: Work,
  verdict: Extract<Verdict, { readonly is: 'reauth' }>,
  { failure, version, rejectionsBefore, renew, hold, later }: Rejection,
): Decision {
  const reconnect = { loss: lossOf(verdict), version }
  if (verdict.final) return { ...hold(), reconnect, otherwise: later() }
  if (rejectedGrant === null) return { changes: renew, renew: version, then: 'continue' }
  if (mayBePropagationDelay(failure, rejectionsBefore)) return later()
  return { ...hold(), reconnect, otherwise: later() }
}

/**
 * True if a rejected grant may still be valid. A network that has just renewed a grant has accepted it. If it then
 * rejects it, parts of the network more likely do not know the new grant yet than that the user has revoked it, so only
 * repeated rejections count. A plain 403 concerns the user's permissions, which a renewal does not change.
 */
const mayBePropagationDelay = (failure: Failure | null, rejectionsBefore: number): boolean =>
  (failure?.status === 400 || failure?.status === 401) && rejectionsBefore < toleratedRejections

const toleratedRejections = 2
