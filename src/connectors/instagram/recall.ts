import type { Outgoing, RecallCall, Recalled } from '#connectors/connector.ts'
import type { Grant } from './auth/grant.ts'
import { findPost } from './post/find.ts'

/** A story has no caption to identify it and is gone after a day. */
export async function recall(call: RecallCall<Grant>, post: Outgoing): Promise<Recalled> {
  if (post.format === 'story') return 'unsure'
  return await findPost(call, post, { since: call.since, ours: (id) => call.ours(id) })
}
