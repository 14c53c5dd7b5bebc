import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { requireBelow } from '#kernel/caps.ts'
import { refuse } from '#kernel/errors.ts'
import { type AccountSetId, newId, type ProfileId } from '#kernel/ids.ts'
import { profileFor } from '#modules/profiles/index.ts'
import type { AccountDeps } from '../deps.ts'
import { requireConnected } from '../require-connected.ts'
import type { SetBody, SetChanges } from './schema.ts'
import { deleteSetRow, insertSet, listSetRows, type SetRow, updateSet } from './store.ts'

/** Lists the sets of a profile. */
export async function listSets({ db }: AccountDeps, caller: Caller, profileId: ProfileId): Promise<SetRow[]> {
  await profileFor(db, caller, profileId, 'read')
  return listSetRows(db, profileId)
}

/** Creates a set of connected accounts. The profile is locked, so that two calls cannot take the last place. */
export async function createSet(deps: AccountDeps, tx: Tx, caller: Caller, profileId: ProfileId, body: SetBody) {
  await profileFor(tx, caller, profileId, 'publish')
  const { length } = await listSetRows(tx, profileId)
  requireBelow(
    'accountSetsOfProfile',
    length,
    'account_sets_full',
    (most) => `A profile has at most ${most} sets of accounts. Delete one first.`,
  )
  await requireConnected(tx, profileId, body.accountIds)
  const createdAt = deps.clock.now()
  const id = newId<'set'>(createdAt)
  await insertSet(tx, { ...body, id, profileId, createdBy: caller.uid, createdAt })
  return readSet(tx, profileId, id)
}

/** Renames a set, or replaces its accounts. */
export function changeSet(
  deps: AccountDeps,
  caller: Caller,
  { id: profileId, setId }: SetPlace,
  changes: SetChanges,
): Promise<SetRow> {
  return inTx(deps.db, async (tx) => {
    await profileFor(tx, caller, profileId, 'publish')
    await readSet(tx, profileId, setId)
    if (changes.accountIds) await requireConnected(tx, profileId, changes.accountIds)
    await updateSet(tx, setId, changes)
    return readSet(tx, profileId, setId)
  })
}

/** Deletes a set. Its accounts stay connected. */
export function deleteSet(deps: AccountDeps, caller: Caller, { id: profileId, setId }: SetPlace) {
  return inTx(deps.db, async (tx) => {
    await profileFor(tx, caller, profileId, 'publish', { alsoReadOnly: true })
    if (!(await deleteSetRow(tx, profileId, setId))) refuse('account_set_not_found')
    return { ok: true as const, success: true as const }
  })
}

interface SetPlace {
  readonly id: ProfileId
  readonly setId: AccountSetId
}

const readSet = async (tx: Tx, profileId: ProfileId, id: AccountSetId): Promise<SetRow> =>
  (await listSetRows(tx, profileId, id))[0] ?? refuse('account_set_not_found')
