import type { Tx } from '#infra/db/client.ts'
import { deleteEnded } from '../store/outside.ts'

/** The targets are gone, and so is what the engine kept of them; what is still under way ends first, and stays. */
export const forget = (tx: Tx, targetIds: readonly string[]): Promise<void> => deleteEnded(tx, targetIds)
