import { route } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import type { ConnectingDeps } from '../deps.ts'
import { listProviders } from './list-providers.ts'
import { providers } from './schema.ts'

/** Adds the route that lists the networks. */
export function addProviderRoutes(app: Edge, deps: ConnectingDeps): void {
  route(app, {
    get: '/v1/connections/providers',
    id: 'listProviders',
    tag: 'Accounts',
    summary: 'List the networks that can be connected',
    description: 'Each network comes with its limits, how to connect an account, and JSON Schemas for building forms.',
    access: { credential: 'key-or-identity', scope: 'connections:read' },
    answers: providers,
    does: async () => listProviders(deps),
  })
}
