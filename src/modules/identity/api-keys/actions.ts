import { type Db, inTx } from '#infra/db/client.ts'
import { type Caller, hasRole, type Scope } from '#kernel/caller.ts'
import { requireBelow } from '#kernel/caps.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import { type ApiKeyId, fromWire, newId, toWire } from '#kernel/ids.ts'
import { decodeCursor, type Page, pageOf } from '#kernel/page.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { hashSecret } from '../hash-secret.ts'
import { lockUser } from '../people/store.ts'
import { displayPrefix, newApiKeyText } from './api-key-text.ts'
import type { CreateApiKeyInput } from './schema.ts'
import { type ApiKey, countApiKeys, insertApiKey, lockApiKey, selectApiKeys, setRevoked } from './store.ts'

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
      detail: `The scope ${adminScope} requires the role support or higher. Your role is ${caller.role}.`,
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
      refuse('profile_forbidden', { detail: 'At least one of `profileIds` isn’t a profile that you have access to.' })
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

export async function listApiKeys(
  db: Db,
  caller: Caller,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<{ readonly apiKeys: PresentedApiKey[] } & Omit<Page<unknown>, 'items'>> {
  const before =
    query.cursor === undefined ? null : fromWire('key', decodeCursor(query.cursor, /^key_[0-7][0-9a-hjkmnp-tv-z]{25}$/))
  const rows = await selectApiKeys(db, caller.uid, before, query.limit + 1)
  const { items, ...rest } = pageOf(rows, query.limit, (last) => toWire('key', last.id))
  return { apiKeys: items.map(presentApiKey), ...rest }
}

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

function presentApiKey(key: ApiKey) {
  return {
    id: key.id,
    name: key.name,
    prefix: key.displayPrefix,
    scopes: key.scopes as Scope[],
    profileIds: key.profileIds,
    createdAt: key.createdAt,
    expiresAt: key.expiresAt,
    lastUsedAt: key.lastUsedAt,
  }
}

type PresentedApiKey = ReturnType<typeof presentApiKey>
