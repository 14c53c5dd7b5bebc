import { before, days } from '#kernel/clock.ts'
import { networkEntries } from '#rules/network-names.ts'
import type { AnalyticsDeps } from '../deps.ts'
import { firstLookAfterMs } from '../look-schedule.ts'
import { accountsWithDueLooks, watchPublished } from '../store.ts'

const namedLateMs = days(3)
/** The largest number of accounts in one run; the rest are longest due in the next one. */
const mostAccounts = 2_000

/** Begins to watch new posts, and returns the accounts whose posts are due to be looked at. */
export async function startSync({ db, clock, connectors }: AnalyticsDeps) {
  const networks = networkEntries(connectors).flatMap(([network, connector]) =>
    connector.metrics && !connector.readsAreBilled ? [network] : [],
  )
  await watchPublished(db, { networks, since: before(clock.now(), namedLateMs), firstLookAfterMs })
  return accountsWithDueLooks(db, mostAccounts)
}
