import type { z } from 'zod'
import { callerOf } from '#infra/http/access.ts'
import { type Guarded, tagOfContent } from '#infra/http/answer/conditional.ts'
import { routesWith } from '#infra/http/route.ts'
import { shortListQuery } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import { pageOfWhole } from '#kernel/page.ts'
import { changeFlag, getFlag, listFlags, lockFlag, getFlagSettings as readWholeFlag } from './actions.ts'
import type { FlagDeps } from './deps.ts'
import { changeFlagBody, flag, flagList, flagPath, wholeFlag } from './schema.ts'

const reading = { credential: 'key-or-identity', scope: 'admin:read', role: 'support' } as const
const writing = { credential: 'key-or-identity', scope: 'admin:write', role: 'admin' } as const
const route = routesWith({ tag: 'Feature flags' })

export function flagRoutes(app: Edge, deps: FlagDeps): void {
  const ifMatch: Guarded = {
    schema: wholeFlag,
    async tags(tx, request) {
      const { key } = request.params as z.output<typeof flagPath>
      const { whole, shown } = await lockFlag(deps, tx, callerOf(request), key)
      return [tagOfContent(wholeFlag, whole), tagOfContent(flag, shown)]
    },
  }
  route(app, {
    get: '/v1/admin/feature-flags',
    id: 'listFeatureFlags',
    summary: 'List the feature flags',
    description: 'Returns the state for the user of the credential. Without a credential, it returns the public state.',
    access: 'anyone',
    refuses: ['cursor_invalid'],
    query: shortListQuery,
    answers: flagList,
    does: async ({ caller, query }) => {
      const { items, ...rest } = pageOfWhole(await listFlags(deps, caller), query, ({ key }) => key)
      return { flags: [...items], ...rest }
    },
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
    description: 'Takes effect on every process within a second. Only flags that exist in this version can be changed.',
    access: writing,
    refuses: ['flag_not_found'],
    params: flagPath,
    body: changeFlagBody,
    ifMatch,
    answers: wholeFlag,
    does: (request) => changeFlag(deps, callerOf(request), request.params.key, request.body),
  })
  route(app, {
    get: '/v1/admin/feature-flags/:key/settings',
    id: 'getFeatureFlagSettings',
    summary: 'Get the settings of a feature flag',
    description:
      'Returns the rules and variants of the flag, for administrators. What a user gets is at `GET ' +
      '/v1/admin/feature-flags/{key}`.',
    access: reading,
    refuses: ['flag_not_found'],
    params: flagPath,
    answers: wholeFlag,
    does: (request) => readWholeFlag(deps, request.params.key),
  })
}
