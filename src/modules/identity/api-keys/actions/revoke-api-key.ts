import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { type ApiKeyId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { IdentityDeps } from '../../deps.ts'
import { lockApiKey, setRevoked } from '../store.ts'

/** Revokes an API key. The key stops working immediately on this process, and within a second on the others. */
export async function revokeApiKey(deps: IdentityDeps, caller: Caller, id: ApiKeyId): Promise<void> {
  await inTx(deps.db, async (tx) => {
    const key = (await lockApiKey(tx, id)) ?? refuse('api_key_not_found')
    if (key.uid !== caller.uid) refuse('api_key_forbidden')
    const now = deps.clock.now()
    await setRevoked(tx, id, now)
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: caller.uid,
      action: 'api-key.revoked',
      subject: toWire('key', id),
      changes: { name: { from: key.name, to: null } },
    })
  })
  deps.callers.clear()
}
