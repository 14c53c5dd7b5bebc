import type { Outgoing, RecallCall, Recalled } from '#connectors/connector.ts'
import type { Grant } from './auth/grant.ts'
import { addressFor } from './media/container.ts'
import { findPost } from './post/find.ts'

export async function recall(call: RecallCall<Grant>, post: Outgoing): Promise<Recalled> {
  const found = await findPost(call, post, { memo: {}, since: call.since, ours: (id) => call.ours(id) })
  if (found === 'absent' || found === 'unsure') return found
  return { remoteId: found, url: await addressFor(call, found) }
}
