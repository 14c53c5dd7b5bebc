import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { type ListedSession, listLiveSessions } from '../store.ts'

const listedMost = 100

/** Lists the caller's sign-ins, and says which of them the call itself came by. */
export async function listSessions(
  db: Db,
  caller: Caller,
  now: Date,
): Promise<(ListedSession & { readonly isCurrent: boolean })[]> {
  const sessions = await listLiveSessions(db, caller.uid, now, listedMost)
  return sessions.map((session) => ({ ...session, isCurrent: session.id === caller.sessionId }))
}
