import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { type EventId, toWire } from '#kernel/ids.ts'
import { findPosition, listEvents } from './store/events.ts'

interface EventsQuery {
  readonly cursor?: EventId | undefined
  readonly after?: EventId | undefined
  readonly type?: readonly string[] | undefined
  readonly limit: number
}

interface EventPage {
  /** The stored texts, which are also the bodies of webhooks. */
  readonly bodies: readonly string[]
  readonly nextCursor: string | null
  readonly hasMore: boolean
}

/**
 * Returns a page of events. A client can continue with `nextCursor` indefinitely: if there are no newer events, it
 * equals the given cursor.
 */
export async function readEvents(
  { db }: { readonly db: Db },
  { uid: ownerUid, onlyProfiles }: Caller,
  { cursor, after: afterId = cursor, type: types, limit }: EventsQuery,
): Promise<EventPage> {
  const after = afterId === undefined ? null : await findPosition(db, ownerUid, afterId)
  if (after === undefined) {
    refuse('cursor_invalid', {
      detail:
        '`cursor` or `after` must be the ID of one of your events from the last 30 days. Omit it to start with the ' +
        'oldest event.',
    })
  }
  const rows = await listEvents(db, { ownerUid, onlyProfiles, types: types ?? null, after, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const lastId = page.at(-1)?.id ?? afterId
  return {
    bodies: page.map(({ body }) => body),
    nextCursor: lastId === undefined ? null : toWire('evt', lastId),
    hasMore: rows.length > limit,
  }
}
