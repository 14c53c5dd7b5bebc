import { callerOf } from '#infra/http/access.ts'
import { routesWith } from '#infra/http/route.ts'
import { mfaCodeHeaders } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import { requireCodeIfEnrolled } from '#modules/identity/index.ts'
import { changeGrants, readDirectory } from './actions/grants.ts'
import type { DirectoryDeps } from './deps.ts'
import { directoryGroup, directoryState, grantsBody, groupPath } from './schema.ts'
import { addScimRoutes } from './scim-routes.ts'

const reads = { credential: 'key-or-identity', scope: 'admin:read', role: 'superadmin' } as const
const acts = { credential: 'key-or-identity', scope: 'admin:write', role: 'superadmin' } as const

const route = routesWith({ tag: 'Administration' })

export function directoryRoutes(app: Edge, deps: DirectoryDeps): void {
  addScimRoutes(app, deps)
  route(app, {
    get: '/v1/admin/directory',
    id: 'getDirectory',
    summary: 'Get the company directory and its groups',
    description:
      'A company directory, such as Okta or Microsoft Entra, manages accounts through SCIM 2.0. Each group has what it ' +
      'gives its members: a role in the installation, and roles on brands.',
    access: reads,
    answers: directoryState,
    does: () => readDirectory(deps),
  })
  route(app, {
    put: '/v1/admin/directory/groups/:id/grants',
    id: 'setDirectoryGrants',
    summary: 'Set what a group gives its members',
    description:
      'Members of several groups get the highest role. When someone leaves a group, what only the group gave is taken ' +
      'back; roles given manually stay. A caller with a second factor must send a code.',
    access: acts,
    refuses: [
      'directory_group_not_found',
      'last_superadmin',
      'profile_people_limit',
      'mfa_required',
      'mfa_code_invalid',
      'mfa_paused',
    ],
    params: groupPath,
    headers: mfaCodeHeaders,
    body: grantsBody,
    answers: directoryGroup,
    does: async (request) => {
      const caller = callerOf(request)
      await requireCodeIfEnrolled(deps, caller, request.headers['x-mfa-code'])
      return await changeGrants(deps, caller, request.params.id, request.body)
    },
  })
}
