import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import { access } from '../access.ts'
import type { QueueDeps } from '../queue/deps.ts'
import { changeMode } from './change-mode.ts'
import type { PlatformDeps } from './deps.ts'
import { readModes } from './read-modes.ts'
import { readHealth, readUsage } from './read-platforms.ts'
import { changeModeBody, platformMode, platformsHealth, platformsMode, platformsUsage, usageQuery } from './schema.ts'

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
        description:
          'Lists what is missing for live. The settings, or the secrets, of a network change its mode; that of Pinterest can be chosen.',
        response: { 200: platformsMode },
      },
    },
    async () => readModes(deps),
  )
  app.post(
    '/v1/admin/platforms/mode/net-e',
    {
      config: { access: access.adminActs, refusals: ['network_mode_unusable'] },
      schema: {
        operationId: 'changePinterestMode',
        tags,
        summary: 'Put Pinterest into another mode',
        description:
          'Every node uses the new mode within two seconds, whatever PINTEREST_MODE says. Accounts that were connected in another mode get the status `needs_reconnect` with the reason, and their posts wait. They work again when their mode comes back.',
        body: changeModeBody,
        response: { 200: platformMode },
      },
    },
    (request) => changeMode(deps, callerOf(request), 'pinterest', request.body.mode),
  )
}
