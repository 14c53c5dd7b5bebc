import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import type { WebhookEndpointId } from '#kernel/ids.ts'
import { requireRoom } from '#modules/plans/index.ts'
import type { WebhookDeps } from '../deps.ts'
import { type Endpoint, findEndpoint } from '../store/endpoints.ts'

/**
 * Returns an endpoint by ID. All access to endpoints goes through this. A missing endpoint is 404, another user's is
 * 403. A key that is limited to profiles can access only endpoints limited to them: any other would show it events of
 * other profiles.
 */
export async function endpointFor(db: Db, caller: Caller, id: WebhookEndpointId): Promise<Endpoint> {
  const endpoint = (await findEndpoint(db, id)) ?? refuse('webhook_not_found')
  if (endpoint.ownerUid !== caller.uid) refuse('webhook_forbidden')
  const only = caller.onlyProfiles
  if (only && !endpoint.profileIds?.every((profileId) => only.includes(profileId))) {
    refuse('webhook_forbidden', {
      detail: 'The API key is limited to certain profiles, and this endpoint receives events of other profiles too.',
    })
  }
  return endpoint
}

/** Returns an endpoint for a change or a delivery. After a downgrade an endpoint can only be read and deleted. */
export async function endpointForUse(
  deps: Pick<WebhookDeps, 'plans'>,
  db: Db,
  caller: Caller,
  id: WebhookEndpointId,
): Promise<Endpoint> {
  const endpoint = await endpointFor(db, caller, id)
  requireRoom(deps.plans, caller.plan, 'webhookEndpoints', 0)
  return endpoint
}
