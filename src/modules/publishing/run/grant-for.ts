import type { Failure } from '#connectors/connector.ts'
import type { Granted } from '../deps.ts'
import type { Publication } from '../publication.ts'
import type { EngineContext } from './context.ts'

/** `refreshIfOlderThan`: the network did not take that version. */
export async function grantFor(
  { deps: { accounts, log } }: EngineContext,
  { accountId }: Pick<Publication, 'accountId'>,
  refreshIfOlderThan?: number,
): Promise<Granted> {
  try {
    return await accounts.liveGrant(accountId, refreshIfOlderThan === undefined ? {} : { refreshIfOlderThan })
  } catch (error) {
    log.warn({ err: error, accountId }, 'a grant could not be had')
    return { fault: error }
  }
}

/**
 * True when a rejected grant may still turn out to be valid. A network that has just renewed a grant has accepted it.
 * If it then rejects it, parts of the network more likely do not know the new grant yet than that the user has revoked
 * it, so only repeated rejections count. A plain 403 is about the user's permissions, which no renewal changes.
 */
export const mayBePropagationDelay = (failure: Failure | null, triesBefore: number): boolean =>
  (failure?.status === 400 || failure?.status === 401) && triesBefore < refusedTriesMax

const refusedTriesMax = 2
