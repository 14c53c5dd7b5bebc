import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import type { WebhookEndpointId } from '#kernel/ids.ts'
import { demandRoom } from '#modules/plans/index.ts'
import type { FeedDeps } from './deps.ts'
import { type Endpoint, findEndpoint } from './store/endpoints.ts'

/**
 * The only way to one endpoint by its id: not there is 404, somebody else's is 403. A key that is limited to profiles
 * reaches those endpoints that are limited to them too: any other would tell it of the rest.
 */
export async function endpointFor(db: Db, caller: Caller, id: WebhookEndpointId): Promise<Endpoint> {
  const endpoint = (await findEndpoint(db, id)) ?? refuse('webhook_not_found')
  if (endpoint.ownerUid !== caller.uid) refuse('webhook_forbidden')
  const only = caller.onlyProfiles
  if (only && !endpoint.profileIds?.every((profileId) => only.includes(profileId))) {
    refuse('webhook_forbidden', {
      detail: 'The API key is limited to certain profiles, and this endpoint hears of others too.',
    })
  }
  return endpoint
}

/** The same, for what changes or sends: after a downgrade an endpoint can still be read and deleted, no more. */
export async function endpointToUse(
  deps: Pick<FeedDeps, 'plans'>,
  db: Db,
  caller: Caller,
  id: WebhookEndpointId,
): Promise<Endpoint> {
  const endpoint = await endpointFor(db, caller, id)
  demandRoom(deps.plans, caller.plan, 'webhookEndpoints', 0)
  return endpoint
}
