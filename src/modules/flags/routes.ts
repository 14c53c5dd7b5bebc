import { callerOf } from '#infra/http/access.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { changeFlag, getFlag, listFlags, getFlagSettings as readWholeFlag } from './actions.ts'
import type { FlagDeps } from './deps.ts'
import { changeFlagBody, flag, flagList, flagPath, wholeFlag } from './schema.ts'

const reading = { credential: 'key-or-identity', scope: 'admin:read', role: 'support' } as const
const writing = { credential: 'key-or-identity', scope: 'admin:write', role: 'admin' } as const
const route = routesWith({ tag: 'Feature flags' })

export function flagRoutes(app: Edge, deps: FlagDeps): void {
  route(app, {
    get: '/v1/admin/feature-flags',
    id: 'listFeatureFlags',
    summary: 'List the feature flags',
    description: 'Returns the state for the user of the credential. Without a credential, it returns the public state.',
    access: 'anyone',
    answers: flagList,
    does: async (request) => ({ flags: await listFlags(deps, request.caller), nextCursor: null }),
  })
  route(app, {
    get: '/v1/admin/feature-flags/:key',
    id: 'getFeatureFlag',
    summary: 'Get a feature flag',
    description: 'Returns the state for the user of the credential. Without a credential, it returns the public state.',
    access: 'anyone',
    refuses: ['flag_not_found'],
    params: flagPath,
    answers: flag,
    does: (request) => getFlag(deps, request.caller, request.params.key),
  })
  route(app, {
    patch: '/v1/admin/feature-flags/:key',
    id: 'updateFeatureFlag',
    summary: 'Change the settings of a feature flag',
    description: 'Takes effect on every process within a second. Only flags of this version can be changed.',
    access: writing,
    refuses: ['flag_not_found'],
    params: flagPath,
    body: changeFlagBody,
    answers: wholeFlag,
    does: (request) => changeFlag(deps, callerOf(request), request.params.key, request.body),
  })
  route(app, {
    get: '/v1/admin/feature-flags/:key/settings',
    id: 'getFeatureFlagSettings',
    summary: 'Get the settings of a feature flag',
    access: reading,
    refuses: ['flag_not_found'],
    params: flagPath,
    answers: wholeFlag,
    does: (request) => readWholeFlag(deps, request.params.key),
  })
}
