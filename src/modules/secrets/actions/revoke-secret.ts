import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import type { SecretDeps } from '../deps.ts'
import { requireStorable } from '../registry.ts'
import { deleteSecret, findSecret, lockSecrets, setWanted } from '../store.ts'
import { readSecret, type ShownSecret } from './list-secrets.ts'

/** Stops using the stored value, with the next restart. The environment then decides. */
export async function revokeSecret(deps: SecretDeps, caller: Caller, name: string): Promise<ShownSecret> {
  requireStorable(deps, name)
  await inTx(deps.db, async (tx) => {
    await lockSecrets(tx)
    const row = await findSecret(tx, name)
    if (row === undefined || row.wanted === null) return
    const at = deps.clock.now()
    await setWanted(tx, name, null, { at, by: caller.uid })
    await deps.writeAudit(tx, {
      at,
      caller,
      ownerUid: null,
      action: 'secret.revoked',
      subject: name,
      changes: { version: { from: row.wanted, to: null } },
    })
  })
  return await readSecret(deps, name)
}

/** Deletes a secret and its history. Refuses while a node may still use it. */
export async function forgetSecret(deps: SecretDeps, caller: Caller, name: string): Promise<void> {
  requireStorable(deps, name)
  await inTx(deps.db, async (tx) => {
    await lockSecrets(tx)
    const row = (await findSecret(tx, name)) ?? refuse('secret_not_set')
    if (row.inForce !== null) refuse('secret_in_force')
    await deleteSecret(tx, name)
    await deps.writeAudit(tx, {
      at: deps.clock.now(),
      caller,
      ownerUid: null,
      action: 'secret.deleted',
      subject: name,
      changes: { version: { from: row.wanted, to: null } },
    })
  })
}
