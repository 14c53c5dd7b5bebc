import { CallFailed, type Connector } from '#connectors/connector.ts'
import { isDatabaseAway } from '#infra/db/faults.ts'
import { after, before, days, seconds } from '#kernel/clock.ts'
import { type AccountDeps, httpFor, liveGrant } from '#modules/accounts/index.ts'
import { findNameless, keepName, type Nameless } from '../store/nameless.ts'

export type NameDeps = AccountDeps

/** After this time, Posthorn stops looking for a post's ID. */
const soLongMs = days(3)
const callMs = seconds(20)

/**
 * Fills in the missing IDs and URLs of published posts. A network may confirm a post and return its ID only hours
 * later, after a manual review. The publication has already ended and does not wait for that. A network that cannot be
 * queried now is queried next time.
 */
export async function nameLatePosts(deps: NameDeps, ids: readonly string[] | null, signal: AbortSignal): Promise<void> {
  const networks = Object.entries(deps.connectors).flatMap(([network, connector]) =>
    connector?.named ? [network] : [],
  )
  const wanted = ids ? { ids } : { since: before(deps.clock.now(), soLongMs) }
  for (const nameless of await findNameless(deps.db, { networks, ...wanted })) {
    if (signal.aborted) return
    const connector = deps.connectors[nameless.network]
    if (connector) await nameOne(deps, connector, nameless, signal)
  }
}

async function nameOne(
  deps: NameDeps,
  connector: Connector,
  { id, accountId, network, mode, handle, snapshot }: Nameless,
  signal: AbortSignal,
): Promise<void> {
  try {
    const live = await liveGrant(deps, accountId, { signal })
    if ('lost' in live) return
    const http = httpFor(deps, { network, mode, deadline: after(deps.clock.now(), callMs), signal, fresh: false })
    const named = await connector.named?.({ grant: live.grant, http, signal }, snapshot, handle)
    if (named) await keepName(deps.db, id, named)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    const level = error instanceof CallFailed ? 'warn' : 'error'
    deps.log[level](
      { event: 'publishing.late_name_failed', err: error, publicationId: id },
      'Post ID could not be fetched from the network',
    )
  }
}
