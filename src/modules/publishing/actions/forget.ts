import type { Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'
import { deletePublications, deletePublicationsOf } from '../store/forget.ts'

/** Targets are gone for good, and with them what is known of their publications. What is under way is no such thing. */
export const forget = (tx: Tx, targetIds: readonly string[]): Promise<void> => deletePublications(tx, targetIds)

/** A person leaves for good. What is under way for them finds nothing to go on with. */
export const erasePublications = (tx: Tx, uid: UserId): Promise<void> => deletePublicationsOf(tx, uid)
