import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { fromWire, toWire } from '#kernel/ids.ts'
import { decodeCursor, pageOf } from '#kernel/page.ts'
import { type PresentedApiKey, presentApiKey } from '../present.ts'
import { selectApiKeys } from '../store.ts'

export async function listApiKeys(
  db: Db,
  caller: Caller,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<{ readonly apiKeys: PresentedApiKey[]; readonly nextCursor: string | null }> {
  const before =
    query.cursor === undefined ? null : fromWire('key', decodeCursor(query.cursor, /^key_[0-7][0-9a-hjkmnp-tv-z]{25}$/))
  const rows = await selectApiKeys(db, caller.uid, before, query.limit + 1)
  const { items, nextCursor } = pageOf(rows, query.limit, (last) => toWire('key', last.id))
  return { apiKeys: items.map(presentApiKey), nextCursor }
}
