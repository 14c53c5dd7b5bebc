import type { Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'
import { deletePublications, deletePublicationsOf } from '../store/forget.ts'

/** Deletes the publications of permanently deleted targets. Callers leave out targets that are in flight. */
export const forget = (tx: Tx, targetIds: readonly string[]): Promise<void> => deletePublications(tx, targetIds)

/** Deletes all publications of an erased user. A step that is still running finds no row to save to. */
export const erasePublications = (tx: Tx, uid: UserId): Promise<void> => deletePublicationsOf(tx, uid)
