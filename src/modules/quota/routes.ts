import { callerOf } from '#infra/http/access.ts'
import { route } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { platformIdOf } from '#rules/network-names.ts'
import { type QuotaDeps, readXQuota } from './read-quota.ts'
import { quota } from './schema.ts'

export function quotaRoutes(app: Edge, deps: QuotaDeps): void {
  route(app, {
    get: `/v1/platforms/${platformIdOf('x')}/quota`,
    id: 'getXQuota',
    tag: 'Connections',
    summary: 'Get the X posting quota',
    description:
      'Returns the monthly quota of the whole installation, which uses one app at X, and the limits that X reported ' +
      'for your own accounts.',
    access: 'identity',
    answers: quota,
    does: (request) => readXQuota(deps, callerOf(request)),
  })
}
