import { callerOf } from '#infra/http/access.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { access } from '../access.ts'
import type { PlatformDeps, QueueDeps } from '../deps.ts'
import { changeMode, readModes } from './modes.ts'
import { readHealth, readUsage } from './read-platforms.ts'
import { changeModeBody, platformMode, platformsHealth, platformsMode, platformsUsage, usageQuery } from './schema.ts'

const route = routesWith({ tag: 'Administration', access: access.supportReads })

export function platformRoutes(app: Edge, deps: PlatformDeps & QueueDeps): void {
  route(app, {
    get: '/v1/admin/platforms/health',
    id: 'getPlatformsHealth',
    summary: 'Get the status of each network',
    description: 'Returns whether calls are suspended, the error rate, the last success and error, and the accounts.',
    answers: platformsHealth,
    does: () => readHealth(deps),
  })
  route(app, {
    get: '/v1/admin/platforms/usage',
    id: 'getPlatformsUsage',
    summary: 'Get a day’s publications by network',
    description:
      'Returns how many posts were published on each network on one day, and how much of its quotas is left.',
    query: usageQuery,
    answers: platformsUsage,
    does: (request) => readUsage(deps, request.query.date),
  })
  route(app, {
    get: '/v1/admin/platforms/mode',
    id: 'getPlatformsMode',
    summary: 'List the mode of each network',
    description:
      'Also lists what live mode still needs. A network’s mode follows from its settings or secrets. Only ' +
      'Pinterest’s mode can be chosen.',
    answers: platformsMode,
    does: async () => readModes(deps),
  })
  route(app, {
    post: '/v1/admin/platforms/mode/net-e',
    id: 'changePinterestMode',
    summary: 'Change Pinterest’s mode',
    description:
      'Every node uses the new mode within two seconds, whatever PINTEREST_MODE says. Accounts that were connected ' +
      'in another mode get the status `needs_reconnect` with the reason, and their posts wait. They work again when ' +
      'their mode is restored.',
    access: access.adminActs,
    refuses: ['network_mode_unusable'],
    body: changeModeBody,
    answers: platformMode,
    does: (request) => changeMode(deps, callerOf(request), 'pinterest', request.body.mode),
  })
}
