import type { Outgoing, RecallCall, Recalled } from '#connectors/connector.ts'
import type { Grant } from './auth/grant.ts'
import { wordsOf } from './plan.ts'
import { findPin } from './post/find.ts'
import { pinUrl } from './post/pin.ts'

export async function recall(call: RecallCall<Grant>, post: Outgoing): Promise<Recalled> {
  const found = await findPin(call, wordsOf(post), { first: call.since, ours: (id) => call.ours(id) })
  return found === 'absent' || found === 'unsure' ? found : { remoteId: found, url: pinUrl(call.http, found) }
}
