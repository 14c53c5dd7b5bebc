import type { Outgoing, RecallCall, Recalled } from '#connectors/connector.ts'
import type { Grant } from './memo.ts'
import { textOf } from './plan.ts'
import { findStatus } from './post/find.ts'
import { settingsOf } from './settings.ts'

export async function recall(call: RecallCall<Grant>, post: Outgoing): Promise<Recalled> {
  const found = await findStatus(call, post.account.facts, {
    text: textOf(post, 0),
    spoilerText: settingsOf(post.settings).spoilerText ?? '',
    replyTo: null,
    mediaIds: post.parts[0]?.media.length ? null : [],
    since: call.since,
    ours: (id) => call.ours(id),
    witness: false,
  })
  return typeof found === 'string' ? found : { remoteId: found.id, url: found.url ?? null }
}
