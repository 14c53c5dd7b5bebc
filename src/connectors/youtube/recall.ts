import type { Outgoing, RecallCall, Recalled } from '#connectors/connector.ts'
import { linkTo } from './api.ts'
import type { Grant } from './auth/grant.ts'
import { findSame } from './post/find.ts'

/** The list of uploads has each of the channel's videos as soon as it exists, including private ones. */
export async function recall(call: RecallCall<Grant>, post: Outgoing): Promise<Recalled> {
  const found = await findSame(call, post, { since: call.since, ours: (id) => call.ours(id) })
  return typeof found === 'string' ? found : { remoteId: found.id, url: linkTo(call.http, post, found.id) }
}
