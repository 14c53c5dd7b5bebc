import type { Outgoing, RecallCall, Recalled } from '#connectors/connector.ts'
import { linkTo } from './api.ts'
import type { Grant } from './auth/grant.ts'
import { findPost } from './post/find.ts'

/** Finds an organization's post. LinkedIn does not list a member's posts. */
export async function recall(call: RecallCall<Grant>, post: Outgoing): Promise<Recalled> {
  const found = await findPost(call, post, {}, { since: call.since, ours: (id) => call.ours(id) })
  if (found === 'absent' || found === 'unsure') return found
  return { remoteId: found, url: linkTo(call.http, found) }
}
