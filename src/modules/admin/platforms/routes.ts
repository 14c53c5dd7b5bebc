import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import { access } from '../access.ts'
import type { PlatformDeps, QueueDeps } from '../deps.ts'
import { changeMode, readModes } from './modes.ts'
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
        summary: 'Get the status of each network',
        description:
          'Returns whether calls are suspended, the error rate, the last success and error, and the accounts.',
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
        summary: 'Get a day’s publications by network',
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
        summary: 'List the mode of each network',
        description:
          'Also lists what live mode still needs. A network’s mode follows from its settings or secrets. Only Pinterest’s mode can be chosen.',
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
        summary: 'Change Pinterest’s mode',
        description:
          'Every node uses the new mode within two seconds, whatever PINTEREST_MODE says. Accounts that were connected in another mode get the status `needs_reconnect` with the reason, and their posts wait. They work again when their mode is restored.',
        body: changeModeBody,
        response: { 200: platformMode },
      },
    },
    (request) => changeMode(deps, callerOf(request), 'pinterest', request.body.mode),
  )
}
