import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import type { SecretDeps } from '../deps.ts'
import { requireStorable } from '../registry.ts'
import { secretBinding } from '../sealed-column.ts'
import { findSecret, insertVersion, lockSecrets } from '../store.ts'
import { readSecret, type ShownSecret } from './list-secrets.ts'

/** Stores the first value of a secret. Refuses when one is stored. */
export const createSecret = (deps: SecretDeps, caller: Caller, name: string, value: string): Promise<ShownSecret> =>
  store(deps, caller, { name, value, mustBeNew: true })

/** Stores a new version. It comes into force with the next restart. */
export const setSecret = (deps: SecretDeps, caller: Caller, name: string, value: string): Promise<ShownSecret> =>
  store(deps, caller, { name, value, mustBeNew: false })

async function store(
  deps: SecretDeps,
  caller: Caller,
  { name, value, mustBeNew }: { readonly name: string; readonly value: string; readonly mustBeNew: boolean },
): Promise<ShownSecret> {
  const checked = requireStorable(deps, name).is.safeParse(value)
  if (!checked.success)
    refuseInput(...checked.error.issues.map(({ message, code }) => ({ path: '/value', code, message })))
  await inTx(deps.db, async (tx) => {
    await lockSecrets(tx)
    const row = await findSecret(tx, name)
    if (mustBeNew && row !== undefined && row.wanted !== null) refuse('secret_exists')
    const version = (row?.latest ?? 0) + 1
    const at = deps.clock.now()
    const sealedValue = deps.seal.seal(value, secretBinding(name, version))
    await insertVersion(tx, { name, version, sealedValue }, { at, by: caller.uid })
    await deps.writeAudit(tx, {
      at,
      caller,
      ownerUid: null,
      action: 'secret.set',
      subject: name,
      changes: { version: { from: row?.wanted ?? null, to: version } },
    })
  })
  return await readSecret(deps, name)
}
