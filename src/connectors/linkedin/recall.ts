import type { Outgoing, RecallCall, Recalled } from '#connectors/connector.ts'
import { linkTo } from './api/restli.ts'
import type { Grant } from './auth/grant.ts'
import { findPost } from './post/find.ts'

/** Finds a post of an organization. LinkedIn does not tell what a member has posted. */
export async function recall(call: RecallCall<Grant>, post: Outgoing): Promise<Recalled> {
  const found = await findPost(call, post, {}, { since: call.since, ours: (id) => call.ours(id) })
  if (found === 'absent' || found === 'unsure') return found
  return { remoteId: found, url: linkTo(call.http, found) }
}
