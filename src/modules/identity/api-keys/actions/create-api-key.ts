import { inTx } from '#infra/db/client.ts'
import { type Caller, hasRole } from '#kernel/caller.ts'
import { requireBelow } from '#kernel/caps.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import { newId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { IdentityDeps } from '../../deps.ts'
import { hashSecret } from '../../hash-secret.ts'
import { lockUser } from '../../people/store.ts'
import { displayPrefix, newApiKeyText } from '../api-key-text.ts'
import { type PresentedApiKey, presentApiKey } from '../present.ts'
import type { CreateApiKeyInput } from '../schema.ts'
import { countApiKeys, insertApiKey } from '../store.ts'

/** Creates an API key that can do no more than its creator. The key itself is only in this response. */
export async function createApiKey(
  deps: IdentityDeps,
  caller: Caller,
  input: CreateApiKeyInput,
): Promise<PresentedApiKey & { readonly key: string }> {
  const now = deps.clock.now()
  const expiresAt = input.expiresAt ?? null
  if (expiresAt && expiresAt <= now) {
    refuseInput({
      path: '/expiresAt',
      code: 'not_in_future',
      message: 'must be in the future, or null for a key that never expires',
    })
  }
  const scopes = [...new Set(input.scopes)]
  const adminScope = scopes.find((scope) => scope.startsWith('admin:'))
  if (adminScope && !hasRole(caller.role, 'support')) {
    refuse('role_required', {
      detail: `The scope ${adminScope} requires the role support or higher; your role is ${caller.role}.`,
    })
  }
  const profileIds = input.profileIds ? [...new Set(input.profileIds)] : null
  const key = newApiKeyText()
  const row = await inTx(deps.db, async (tx) => {
    await lockUser(tx, caller.uid)
    requireBelow(
      'apiKeysOfUser',
      await countApiKeys(tx, caller.uid),
      'api_keys_full',
      (most) => `A user can have at most ${most} API keys. Revoke one first. Expired keys also count.`,
    )
    if (profileIds && !(await deps.reachableProfiles(tx, caller.uid, profileIds))) {
      refuse('profile_forbidden', { detail: 'At least one of `profileIds` is not a profile that you have access to.' })
    }
    const made = await insertApiKey(tx, {
      id: newId<'key'>(now),
      uid: caller.uid,
      name: input.name,
      secretHash: hashSecret(key),
      displayPrefix: displayPrefix(key),
      scopes,
      profileIds,
      createdAt: now,
      expiresAt,
    })
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: caller.uid,
      action: 'api-key.created',
      subject: toWire('key', made.id),
      changes: { name: { from: null, to: made.name }, scopes: { from: null, to: scopes } },
    })
    return made
  })
  return { ...presentApiKey(row), key }
}
