import type { Outgoing, RecallCall, Recalled } from '#connectors/connector.ts'
import { findPin } from './find.ts'
import type { Grant } from './grant.ts'
import { pinUrl } from './pin.ts'
import { wordsOf } from './plan.ts'

export async function recall(call: RecallCall<Grant>, post: Outgoing): Promise<Recalled> {
  const found = await findPin(call, wordsOf(post), { first: call.since, ours: (id) => call.ours(id) })
  return found === 'absent' || found === 'unsure' ? found : { remoteId: found, url: pinUrl(call.http, found) }
}
