import type { Caller } from '#kernel/caller.ts'
import type { WebhookEndpointId } from '#kernel/ids.ts'
import type { WebhookDeps } from '../deps.ts'
import { endpointFor } from '../endpoints/endpoint-for.ts'
import { type PresentedEndpoint, presentEndpoint } from '../endpoints/present.ts'
import { listEndpoints } from '../store/endpoints.ts'

type Deps = Pick<WebhookDeps, 'db' | 'seal'>

export const readEndpoints = async (deps: Deps, caller: Caller): Promise<PresentedEndpoint[]> =>
  (await listEndpoints(deps.db, caller.uid, caller.onlyProfiles)).map((endpoint) => presentEndpoint(deps, endpoint))

export const readEndpoint = async (deps: Deps, caller: Caller, id: WebhookEndpointId): Promise<PresentedEndpoint> =>
  presentEndpoint(deps, await endpointFor(deps.db, caller, id))
