import type { Park } from '../decide/decision.ts'
import type { Publication } from '../publication.ts'
import { networkSeenBy, parkLane, parkNetwork } from '../store/lanes.ts'
import type { EngineContext } from './context.ts'

/** Parks the account, the network, or the network for this process only. */
export async function park(
  { deps, dbGate, nodeParks }: EngineContext,
  { remoteAccountId, network }: Pick<Publication, 'remoteAccountId' | 'network'>,
  { of, until, why, code }: Park,
): Promise<void> {
  if (of === 'account') return dbGate.retryUntilUp(() => parkLane(deps.db, remoteAccountId, { until, why, code }))
  if (of === 'node') nodeParks.set(network, { since: deps.clock.now(), until })
  const scope = of === 'node' ? networkSeenBy(network, deps.holder) : network
  await dbGate.retryUntilUp(() => parkNetwork(deps.db, { scope, until, why, code }))
}
