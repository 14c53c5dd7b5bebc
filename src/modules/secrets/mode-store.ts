import type { Db, Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'

interface ChosenMode {
  readonly network: Network
  readonly mode: Mode
}

export const selectModes = (db: Db): Promise<ChosenMode[]> =>
  db.selectFrom('networkMode').select(['network', 'mode']).execute()

/** Stores the mode of a network. */
export async function saveMode(
  tx: Tx,
  { network, mode }: ChosenMode,
  { at, by }: { readonly at: Date; readonly by: UserId },
): Promise<void> {
  const chosen = { mode, chosenAt: at, chosenBy: by }
  await tx
    .insertInto('networkMode')
    .values({ network, ...chosen })
    .onConflict((conflict) => conflict.column('network').doUpdateSet(chosen))
    .execute()
}
