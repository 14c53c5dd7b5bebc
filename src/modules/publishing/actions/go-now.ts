import type { Tx } from '#infra/db/client.ts'
import { makeDue } from '../store/outside.ts'

/** Those that wait in the queue for their next try have it now; tells which. What is in doubt keeps its time. */
export const goNow = (tx: Tx, publicationIds: readonly string[]): Promise<string[]> => makeDue(tx, publicationIds)
