import { callerOf } from '#infra/http/access.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import type { RefusalCode } from '#kernel/errors.ts'
import { changeAccount } from '../actions/change-account.ts'
import { checkHealth } from '../actions/check-health.ts'
import { disconnectAccount } from '../actions/disconnect-account.ts'
import { listConnections, readAccount, readAffectedPosts } from '../actions/read-accounts.ts'
import type { AccountDeps } from '../deps.ts'
import {
  account,
  accountPath,
  affectedPosts,
  changeAccountBody,
  connectionPage,
  connectionsQuery,
  endQuery,
  health,
  success,
} from '../schema.ts'
import { guardAccount } from './guard-account.ts'

export const route = routesWith({ tag: 'Accounts' })

/** Adds the account routes that also accept an API key. */
export function addConnectionRoutes(app: Edge, deps: AccountDeps): void {
  route(app, {
    get: '/v1/connections',
    id: 'listConnections',
    summary: 'List connected accounts',
    description:
      'Lists the accounts of one profile, or of every profile that you can access, in the order in which they were ' +
      'connected.',
    access: 'connections:read',
    refuses: ['profile_not_found', 'profile_forbidden', 'cursor_invalid'],
    query: connectionsQuery,
    answers: connectionPage,
    does: (request) => listConnections(deps, callerOf(request), request.query),
  })
  route(app, {
    get: '/v1/connections/:accountId',
    id: 'getConnection',
    right: 'read',
    summary: 'Get an account',
    description: 'Returns an account with its status, its scopes and what will soon need attention.',
    access: 'connections:read',
    refuses: ofAccount,
    params: accountPath,
    answers: account,
    does: (request) => readAccount(deps, callerOf(request), request.params.accountId),
  })
  route(app, {
    get: '/v1/connections/:accountId/health',
    changesState: true,
    id: 'checkConnectionHealth',
    right: 'read',
    summary: 'Check an account with its network',
    description:
      'Makes live calls to the network. Renews the grant if needed, and updates the account’s name and picture.',
    access: 'connections:read',
    refuses: ofAccount,
    params: accountPath,
    answers: health,
    does: (request) => checkHealth(deps, callerOf(request), request.params.accountId),
  })
  route(app, {
    get: '/v1/connections/:accountId/affected-posts',
    id: 'listConnectionPosts',
    right: 'read',
    summary: 'List the unpublished posts of an account',
    description: 'Lists the posts that would be affected if the account were disconnected.',
    access: 'connections:read',
    refuses: ofAccount,
    params: accountPath,
    answers: affectedPosts,
    does: (request) => readAffectedPosts(deps, callerOf(request), request.params.accountId),
  })
  route(app, {
    patch: '/v1/connections/:accountId',
    id: 'updateConnection',
    right: 'manage',
    summary: 'Update an account',
    description:
      'Makes the account the default of its platform, or sets the default settings of its posts. Requires the admin ' +
      'role. A post that names a platform but no account goes to the default account.',
    access: 'connections:write',
    refuses: [...ofAccount, 'account_not_connected'],
    params: accountPath,
    body: changeAccountBody,
    ifMatch: guardAccount(deps),
    answers: account,
    does: (request) => changeAccount(deps, callerOf(request), request.params.accountId, request.body),
  })
  route(app, {
    delete: '/v1/connections/:accountId',
    id: 'deleteConnection',
    right: 'manage',
    summary: 'Disconnect an account',
    description:
      'Requires the admin role. Connecting the account again restores it. If `action` is omitted, its posts wait ' +
      'when they become due until the account is reconnected. Published posts stay on the network.',
    access: 'connections:write',
    refuses: ofAccount,
    params: accountPath,
    query: endQuery,
    ifMatch: guardAccount(deps),
    answers: success,
    does: (request) => disconnectAccount(deps, callerOf(request), request.params.accountId, request.query.action),
  })
}

export const ofAccount = [
  'account_not_found',
  'profile_not_found',
  'profile_forbidden',
  'profile_role_required',
  'plan_required',
] as const satisfies RefusalCode[]
