import type { Outgoing, RecallCall, Recalled } from '#connectors/connector.ts'
import { linkTo } from './api.ts'
import type { Grant } from './auth/grant.ts'
import { textOf } from './plan.ts'
import { findPost } from './post/find.ts'
import { settingsOf } from './settings.ts'

/** Stories are not in the page's post lists and are gone after a day. */
export async function recall(call: RecallCall<Grant>, post: Outgoing): Promise<Recalled> {
  if (post.format === 'story') return 'unsure'
  const found = await findPost(call, post, {
    text: textOf(post),
    photos: post.parts[0]?.media.length ? null : [],
    hasCards: settingsOf(post.settings).cards !== undefined,
    since: call.since,
    ours: (id) => call.ours(id),
  })
  if (typeof found === 'string') return found
  return { remoteId: found.id, url: linkTo(call.http, found.permalink_url ?? `/${found.id}`) }
}
