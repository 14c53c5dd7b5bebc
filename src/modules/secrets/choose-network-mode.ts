import type { Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'
import { saveMode } from './mode-store.ts'
import { lockSecrets, nextGeneration } from './store.ts'

/**
 * Stores the mode of a network, which takes precedence over the environment. Every node uses it within two seconds of the commit;
 * the caller's node does after `secretsInForce.refresh()`.
 */
export async function chooseNetworkMode(
  tx: Tx,
  chosen: { readonly network: Network; readonly mode: Mode },
  how: { readonly at: Date; readonly by: UserId },
): Promise<void> {
  await lockSecrets(tx)
  await saveMode(tx, chosen, how)
  await nextGeneration(tx)
}
