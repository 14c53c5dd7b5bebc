import { inTx } from '#infra/db/client.ts'
import { before, days } from '#kernel/clock.ts'
import { networkEntries } from '#rules/network-names.ts'
import type { AnalyticsDeps } from '../deps.ts'
import { watchAccounts, watchPublished } from '../store/watch.ts'
import { firstLookAfterMs } from './look-schedule.ts'

const namedLateMs = days(3)

/** Starts watching new accounts and new posts. */
export async function findNewPosts({ db, clock, config, connectors }: AnalyticsDeps): Promise<void> {
  const requested = networkEntries(connectors).flatMap(([network, connector]) =>
    connector.metrics && (!connector.readsAreBilled || config.networks[network].monthlyReads !== null) ? [network] : [],
  )
  await inTx(db, async (tx) => {
    await watchAccounts(tx)
    await watchPublished(tx, { requested, since: before(clock.now(), namedLateMs), firstLookAfterMs })
  })
}
