import type { Granted, JsonObject } from '#connectors/connector.ts'
import { Refusal } from '#kernel/errors.ts'
import { endGrant } from '#modules/accounts/index.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'
import type { ConnectingDeps } from './deps.ts'

/**
 * Runs the work that uses a new grant. If the work is refused, the grant is revoked at the network, because nothing
 * uses it and nothing else would revoke it.
 */
export async function endIfUnused<Result>(
  deps: Parameters<typeof endGrant>[0] & Pick<ConnectingDeps, 'connectors'>,
  { network, mode }: { readonly network: Network; readonly mode: Mode },
  { grant }: Granted<JsonObject>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const endsAlone = deps.connectors[network]?.auth.endsAlone
    if (error instanceof Refusal && endsAlone) await endGrant(deps, { network, mode }, grant)
    throw error
  }
}
