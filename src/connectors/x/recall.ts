import type { Outgoing, RecallCall, Recalled } from '#connectors/connector.ts'
import { urlOf } from './api.ts'
import type { Grant } from './auth/grant.ts'
import { textOf } from './plan.ts'
import { findPost } from './post/find.ts'

export async function recall(call: RecallCall<Grant>, post: Outgoing): Promise<Recalled> {
  const found = await findPost(call, post.account.remoteId, {
    text: textOf(post, 0),
    replyTo: null,
    isAnswer: false,
    files: [],
    since: call.since,
    ours: (id) => call.ours(id),
  })
  if (found === 'absent' || found === 'unsure') return found
  return { remoteId: found, url: urlOf(call.http, post.account.handle, found) }
}
