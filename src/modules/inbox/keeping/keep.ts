import { inTx, type Tx } from '#infra/db/client.ts'
import { before, days } from '#kernel/clock.ts'
import { keepingOn } from '#rules/inbox-keeping.ts'
import { networks } from '#rules/network-names.ts'
import type { InboxDeps } from '../deps.ts'
import { deleteUnitsBefore, eraseItems, findItemsOfOver, findItemsReadBefore } from '../store/erase.ts'

const batch = 500
/** The limit of one run. What is left is erased by the next one. */
const batchesOfRun = 200
/** A month is counted in the row of its first day. */
const unitsKeptMs = days(35)

type Found = Awaited<ReturnType<typeof findItemsReadBefore>>

/** Erases words and names whose time is over, in batches. */
export async function keepInbox({ db, clock }: Pick<InboxDeps, 'db' | 'clock'>, signal: AbortSignal): Promise<void> {
  await deleteUnitsBefore(db, before(clock.now(), unitsKeptMs))
  let left = batchesOfRun
  const eraseAll = async (find: (tx: Tx, now: Date) => Promise<Found>): Promise<void> => {
    for (let isAll = false; !isAll && left > 0 && !signal.aborted; left -= 1)
      isAll = await inTx(db, async (tx) => {
        const now = clock.now()
        const found = await find(tx, now)
        if (found.ids.length > 0) await eraseItems(tx, found.ids, now)
        return found.isAll
      })
  }
  for (const network of networks) {
    const { doneMs, openMs, readMs } = keepingOn(network)
    if (readMs !== undefined) await eraseAll((tx, now) => findItemsReadBefore(tx, network, before(now, readMs), batch))
    for (const [isDone, ms] of [
      [true, doneMs],
      [false, openMs],
    ] as const)
      await eraseAll((tx, now) => findItemsOfOver(tx, { network, isDone, before: before(now, ms), now, limit: batch }))
  }
}
