import type { Tx } from '#infra/db/client.ts'
import { makeDue } from '../store/outside.ts'

/**
 * Makes queued publications that wait for their next try due now, and returns their IDs. A publication in doubt keeps
 * its time.
 */
export const goNow = (tx: Tx, publicationIds: readonly string[]): Promise<string[]> => makeDue(tx, publicationIds)
