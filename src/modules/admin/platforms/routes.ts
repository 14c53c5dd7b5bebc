import type { Edge } from '#infra/http/server.ts'
import { access } from '../access.ts'
import type { QueueDeps } from '../queue/deps.ts'
import type { PlatformDeps } from './deps.ts'
import { readHealth, readModes, readUsage } from './read-platforms.ts'
import { platformsHealth, platformsMode, platformsUsage, usageQuery } from './schema.ts'

const tags = ['Administration']
const config = { access: access.supportReads }

export function platformRoutes(app: Edge, deps: PlatformDeps & QueueDeps): void {
  app.get(
    '/v1/admin/platforms/health',
    {
      config,
      schema: {
        operationId: 'getPlatformsHealth',
        tags,
        summary: 'Read how each network does',
        description:
          'Whether Posthorn leaves it alone, its share of errors, its last success and error, and its accounts.',
        response: { 200: platformsHealth },
      },
    },
    () => readHealth(deps),
  )
  app.get(
    '/v1/admin/platforms/usage',
    {
      config,
      schema: {
        operationId: 'getPlatformsUsage',
        tags,
        summary: 'Read what went out on each network on a day',
        querystring: usageQuery,
        response: { 200: platformsUsage },
      },
    },
    (request) => readUsage(deps, request.query.date),
  )
  app.get(
    '/v1/admin/platforms/mode',
    {
      config,
      schema: {
        operationId: 'getPlatformsMode',
        tags,
        summary: 'Read whether each network is live or in the sandbox',
        description: 'Lists what is missing for live. The settings, or the secrets, of a network change its mode.',
        response: { 200: platformsMode },
      },
    },
    async () => readModes(deps),
  )
}
