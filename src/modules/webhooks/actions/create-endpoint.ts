import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { newId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { requireRoom } from '#modules/plans/index.ts'
import type { WebhookDeps } from '../deps.ts'
import { type PresentedEndpoint, presentEndpoint } from '../endpoints/present.ts'
import type { NewEndpointInput } from '../schema.ts'
import { sealHeaders } from '../secrets/sealed.ts'
import { newSecret } from '../secrets/secret-text.ts'
import { countEndpoints, insertEndpoint } from '../store/endpoints.ts'
import { lockOwner } from '../store/owners.ts'
import { insertSecret } from '../store/secrets.ts'

/** Creates an endpoint. The caller has checked the URL before, outside of any transaction, since DNS is slow. */
export async function createEndpoint(
  deps: WebhookDeps,
  tx: Tx,
  caller: Caller,
  input: NewEndpointInput,
): Promise<PresentedEndpoint & { readonly secret: string }> {
  const owner = (await lockOwner(tx, caller.uid)) ?? refuse('unauthenticated')
  requireRoom(deps.plans, owner.plan, 'webhookEndpoints', (await countEndpoints(tx, caller.uid)).all)
  const now = deps.clock.now()
  const id = newId<'wh'>(now)
  const headers = input.headers ?? {}
  const endpoint = await insertEndpoint(tx, {
    id,
    ownerUid: caller.uid,
    url: input.url,
    events: input.events,
    profileIds: caller.onlyProfiles ? [...caller.onlyProfiles] : null,
    sealedHeaders: sealHeaders(deps.seal, id, headers),
    createdAt: now,
    updatedAt: now,
  })
  const secret = newSecret()
  await insertSecret(tx, deps.seal, { endpointId: id, secret, now })
  await writeAudit(tx, {
    at: now,
    caller,
    ownerUid: caller.uid,
    action: 'webhook.created',
    subject: toWire('wh', id),
  })
  return { ...presentEndpoint(deps, endpoint), secret }
}
