import { callerOf } from '#infra/http/access.ts'
import { createOnce, onceRefusals } from '#infra/http/idempotency/create-once.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { caps } from '#kernel/caps.ts'
import type { AccountDeps } from '../deps.ts'
import { changeSet, createSet, deleteSet, listSets } from './actions.ts'
import { accountSet, deletedSet, setBody, setChanges, setPath, setsPath } from './schema.ts'

const route = routesWith({ tag: 'Accounts' })
const reach = ['profile_forbidden', 'profile_not_found'] as const
const writes = [...reach, 'profile_role_required', 'plan_required'] as const

/** Adds the routes of the named sets of accounts that a profile publishes to. */
export function addSetRoutes(app: Edge, deps: AccountDeps): void {
  route(app, {
    get: '/v1/profiles/:id/account-sets',
    id: 'listAccountSets',
    right: 'read',
    summary: 'List a profile’s sets of accounts',
    description: `By name, at most ${caps.accountSetsOfProfile}.`,
    access: 'posts:read',
    refuses: reach,
    params: setsPath,
    answers: accountSet.array(),
    does: (request) => listSets(deps, callerOf(request), request.params.id),
  })
  route(app, {
    post: '/v1/profiles/:id/account-sets',
    id: 'createAccountSet',
    right: 'publish',
    summary: 'Create a set of accounts',
    description: 'Saves a choice of connected accounts under a name, for later posts. Requires the role editor.',
    access: 'posts:write',
    refuses: [...writes, 'account_sets_full', ...onceRefusals],
    params: setsPath,
    body: setBody,
    answers: { 201: accountSet },
    does: async (request, reply) => {
      reply.code(201)
      return createOnce(deps, request, reply, (tx) =>
        createSet(deps, tx, callerOf(request), request.params.id, request.body),
      )
    },
  })
  route(app, {
    patch: '/v1/profiles/:id/account-sets/:setId',
    id: 'updateAccountSet',
    right: 'publish',
    summary: 'Change a set of accounts',
    description: 'Renames the set, or replaces its accounts. Posts are not changed. Requires the role editor.',
    access: 'posts:write',
    refuses: [...writes, 'account_set_not_found'],
    params: setPath,
    body: setChanges,
    answers: accountSet,
    does: (request) => changeSet(deps, callerOf(request), request.params, request.body),
  })
  route(app, {
    delete: '/v1/profiles/:id/account-sets/:setId',
    id: 'deleteAccountSet',
    right: 'publish',
    summary: 'Delete a set of accounts',
    description: 'The accounts stay connected, and posts are not changed. Requires the role editor.',
    access: 'posts:write',
    refuses: [...reach, 'profile_role_required', 'account_set_not_found'],
    params: setPath,
    answers: deletedSet,
    does: (request) => deleteSet(deps, callerOf(request), request.params),
  })
}
