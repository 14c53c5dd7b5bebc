import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import { changeFlag, getFlag, listFlags, getFlagSettings as readWholeFlag } from './actions.ts'
import type { FlagDeps } from './deps.ts'
import { changeFlagBody, flag, flagList, flagPath, wholeFlag } from './schema.ts'

const open = { credential: 'none' } as const
const reading = { credential: 'key-or-identity', scope: 'admin:read', role: 'support' } as const
const writing = { credential: 'key-or-identity', scope: 'admin:write', role: 'admin' } as const
const tags = ['Feature flags']

export function flagRoutes(app: Edge, deps: FlagDeps): void {
  app.get(
    '/v1/admin/feature-flags',
    {
      config: { access: open },
      schema: {
        operationId: 'listFeatureFlags',
        tags,
        summary: 'List the feature flags',
        description:
          'Returns the state for the user of the credential. Without a credential, it returns the public state.',
        response: { 200: flagList },
      },
    },
    async (request) => ({ flags: await listFlags(deps, request.caller), nextCursor: null }),
  )
  app.get(
    '/v1/admin/feature-flags/:key',
    {
      config: { access: open, refusals: ['flag_not_found'] },
      schema: {
        operationId: 'getFeatureFlag',
        tags,
        summary: 'Get a feature flag',
        description:
          'Returns the state for the user of the credential. Without a credential, it returns the public state.',
        params: flagPath,
        response: { 200: flag },
      },
    },
    (request) => getFlag(deps, request.caller, request.params.key),
  )
  app.patch(
    '/v1/admin/feature-flags/:key',
    {
      config: { access: writing, refusals: ['flag_not_found'] },
      schema: {
        operationId: 'updateFeatureFlag',
        tags,
        summary: 'Change the settings of a feature flag',
        description: 'Takes effect on every process within a second. Only flags of this version can be changed.',
        params: flagPath,
        body: changeFlagBody,
        response: { 200: wholeFlag },
      },
    },
    (request) => changeFlag(deps, callerOf(request), request.params.key, request.body),
  )
  app.get(
    '/v1/admin/feature-flags/:key/settings',
    {
      config: { access: reading, refusals: ['flag_not_found'] },
      schema: {
        operationId: 'getFeatureFlagSettings',
        tags,
        summary: 'Get the settings of a feature flag',
        params: flagPath,
        response: { 200: wholeFlag },
      },
    },
    (request) => readWholeFlag(deps, request.params.key),
  )
}
