import type { Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'
import type { Network } from '#rules/network-names.ts'
import { deletePauses, endOutageOfNetworks, lockPauses, upsertPauses } from '../store/pauses.ts'

interface PausedNetwork {
  readonly network: Network
  readonly reason: string
}

/**
 * Pauses networks: once this is committed, no process takes their publications. Returns each network with its previous
 * reason, or null if it was not paused.
 */
export async function pausePublishing(
  tx: Tx,
  networks: readonly Network[],
  pause: { readonly reason: string; readonly at: Date; readonly by: UserId | null },
): Promise<readonly { readonly network: Network; readonly reason: string | null }[]> {
  const before = new Map((await lockPauses(tx, networks)).map(({ network, reason }) => [network, reason]))
  await upsertPauses(tx, networks, pause)
  return networks.map((network) => ({ network, reason: before.get(network) ?? null }))
}

/**
 * Ends pauses, and returns the ones that were ended. What became due during a pause counts as missed: each account
 * sends it one post a minute instead of all at once.
 */
export async function endPauses(tx: Tx, networks: readonly Network[]): Promise<readonly PausedNetwork[]> {
  const ended = await deletePauses(tx, networks)
  if (ended.length > 0)
    await endOutageOfNetworks(
      tx,
      ended.map(({ network }) => network),
    )
  return ended
}
