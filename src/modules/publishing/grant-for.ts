import type { Failure } from '#connectors/connector.ts'
import type { Granted } from './deps.ts'
import type { Machine } from './machine.ts'
import type { Publication } from './store/publication.ts'

/** `refreshIfOlderThan`: the network did not take that version. */
export async function grantFor(
  { deps: { accounts, log } }: Machine,
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
 * A network that has just renewed a grant has said that it is good. Where it then does not take it, it is more likely that
 * not all of it knows of the new one yet than that the person has gone: only if that stays so is it believed. A plain 403 is
 * about what the person may do, and no renewal changes it.
 */
export const mayPass = (failure: Failure | null, triesBefore: number): boolean =>
  (failure?.status === 400 || failure?.status === 401) && triesBefore < refusedTriesMax

const refusedTriesMax = 2
