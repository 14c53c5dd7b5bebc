import type { Connector } from '#connectors/connector.ts'
import type { AnalyticsDeps } from '../deps.ts'
import { addReads } from '../store/allowances.ts'
import type { AccountAtHand } from '../store/lanes.ts'

/** The reads that are allowed now: their number, or the time until which none are allowed. */
type Budget = { readonly reads: number } | { readonly noneUntil: Date | null }

/**
 * Takes reads from the monthly budget of a network that charges for each. Without a budget, such a network is not
 * queried at all. Reads are counted before the call, because a failed one may also be charged.
 */
export async function takeReads(
  { db, clock, config }: Pick<AnalyticsDeps, 'db' | 'clock' | 'config'>,
  connector: Connector,
  { network, mode }: Pick<AccountAtHand, 'network' | 'mode'>,
  wanted: number,
): Promise<Budget> {
  if (!connector.readsAreBilled) return { reads: wanted }
  const limit = config.networks[network].monthlyReads
  if (limit === null) return { noneUntil: null }
  const now = clock.now()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  const reads = await addReads(db, { network, mode, month, limit, wanted })
  return reads > 0 || wanted === 0
    ? { reads }
    : { noneUntil: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)) }
}
