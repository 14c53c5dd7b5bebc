import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { decodeCursor, pageOf, uuidKey } from '#kernel/page.ts'
import type { IdentityDeps } from '../deps.ts'
import type { RequestQuery } from './schema.ts'
import { findOwner, selectRequests } from './store.ts'

export async function listRequests(
  { db, clock, requestLog }: Pick<IdentityDeps, 'db' | 'clock' | 'requestLog'>,
  { uid }: Caller,
  { keyId, status, limit, cursor }: RequestQuery,
) {
  const before = cursor === undefined ? null : decodeCursor(cursor, uuidKey)
  if (keyId !== undefined) {
    const owner = (await findOwner(db, keyId)) ?? refuse('api_key_not_found')
    if (owner !== uid) refuse('api_key_forbidden')
  }
  // So that a developer finds the request just sent. Those of other processes follow within seconds.
  await requestLog.flush()
  const statusClass = status === undefined ? null : Number(status[0])
  const rows = await selectRequests(db, clock.now(), {
    uid,
    keyId: keyId ?? null,
    statusClass,
    before,
    limit: limit + 1,
  })
  const { items, ...rest } = pageOf(rows, limit, ({ id }) => id)
  return { requests: items.map(({ id: _row, ...request }) => request), ...rest }
}
