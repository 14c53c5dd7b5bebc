import type { Tx } from '#infra/db/client.ts'
import { before, days } from '#kernel/clock.ts'
import { networkEntries } from '#rules/network-names.ts'
import type { AnalyticsDeps } from '../deps.ts'
import { makeDue } from '../store/lanes.ts'

const youngMs = days(2)

/** Makes connected accounts and their young posts due now. Networks that charge for reads keep their own schedule. */
export function makeNumbersDue({ clock, connectors }: Pick<AnalyticsDeps, 'clock' | 'connectors'>, tx: Tx) {
  const networks = networkEntries(connectors).flatMap(([network, connector]) =>
    connector.metrics && !connector.readsAreBilled ? [network] : [],
  )
  return makeDue(tx, { networks, since: before(clock.now(), youngMs) })
}
