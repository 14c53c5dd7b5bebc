import type { Outgoing, RecallCall, Recalled } from '#connectors/connector.ts'
import type { Grant } from './auth/grant.ts'
import { findSame } from './post/find.ts'
import { addressOf } from './post/status.ts'

/** The list can show that a post is published, but never that it is not. */
export async function recall(call: RecallCall<Grant>, post: Outgoing): Promise<Recalled> {
  const found = await findSame(call, post, { since: call.since, ours: (id) => call.ours(id) })
  return found === null ? 'unsure' : { remoteId: found, url: addressOf(call, post, found) }
}
