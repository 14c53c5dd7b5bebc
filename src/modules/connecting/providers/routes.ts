import type { Edge } from '#infra/http/server.ts'
import type { ConnectingDeps } from '../deps.ts'
import { listProviders } from './list-providers.ts'
import { providers } from './schema.ts'

const tags = ['Accounts']

/** Adds the route that lists the networks. */
export function addProviderRoutes(app: Edge, deps: ConnectingDeps): void {
  app.get(
    '/v1/connections/providers',
    {
      config: { access: { credential: 'key-or-identity', scope: 'connections:read' } },
      schema: {
        operationId: 'listProviders',
        tags,
        summary: 'List the networks that can be connected',
        description:
          'Each network comes with its limits, how to connect an account, and JSON Schemas for building forms.',
        response: { 200: providers },
      },
    },
    async () => listProviders(deps),
  )
}
