import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import { renumberForeignEvents } from '#infra/events/index.ts'
import { setHold } from './store.ts'

/**
 * The reason why nothing may go out. The restore guard sets it: a database that was restored from yesterday's backup,
 * or copied to another place, believes that posts sent since are still to be sent. So a start compares the database
 * with the marks outside of it. If they differ, nothing goes out until the operator confirms that it may.
 *
 * Two signs reveal a restore. The row names the place of the database (server, timeline, database, table), which a dump
 * does not carry along. And each data folder has a mark of when it saw the database, both here and in a file. The row
 * is updated first and the file afterwards, so a file is never ahead of the true database. Where the database lies in the
 * data folder, a third sign reveals a folder that was copied or put back: its mark says as which file it was written. None
 * reveals a snapshot of a whole machine. So each start asks the networks, too, before it sends what was due meanwhile.
 */
export type Hold = 'database_restored'

/** Sets the hold of a restore that we made ourselves, so that it does not depend on any sign. */
export const holdRestored = (db: Db): Promise<void> => inTx(db, async (tx) => void (await hold(tx)))

/** Sets the hold, and puts the restored events before all that will happen on this server. */
export async function hold(tx: Tx): Promise<Hold> {
  await setHold(tx, 'database_restored')
  await renumberForeignEvents(tx)
  return 'database_restored'
}
