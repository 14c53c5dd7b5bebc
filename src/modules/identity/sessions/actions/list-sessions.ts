import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { type ListedSession, listLiveSessions } from '../store.ts'

const listedMost = 100

/** Lists the caller's sessions, and marks the one that made the request. */
export async function listSessions(
  db: Db,
  caller: Caller,
  now: Date,
): Promise<(ListedSession & { readonly isCurrent: boolean })[]> {
  const sessions = await listLiveSessions(db, caller.uid, now, listedMost)
  return sessions.map((session) => ({ ...session, isCurrent: session.id === caller.sessionId }))
}
