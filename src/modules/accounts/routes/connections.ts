import { callerOf } from '#infra/http/access.ts'
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

const reading = { credential: 'key-or-identity', scope: 'connections:read' } as const
const writing = { credential: 'key-or-identity', scope: 'connections:write' } as const

/** Adds the routes about accounts that accept an API key as well. */
export function addConnectionRoutes(app: Edge, deps: AccountDeps): void {
  app.get(
    '/v1/connections',
    {
      config: { access: reading, refusals: ['profile_not_found', 'profile_forbidden', 'cursor_invalid'] },
      schema: {
        operationId: 'listConnections',
        tags,
        summary: 'List connected accounts',
        description:
          'Lists the accounts of one profile, or of every profile that you can access, in the order in which they were connected.',
        querystring: connectionsQuery,
        response: { 200: connectionPage },
      },
    },
    (request) => listConnections(deps, callerOf(request), request.query),
  )
  app.get(
    '/v1/connections/:accountId',
    {
      config: { access: reading, refusals: ofAccount },
      schema: {
        operationId: 'getConnection',
        tags,
        summary: 'Get an account',
        params: accountPath,
        response: { 200: account },
      },
    },
    (request) => readAccount(deps, callerOf(request), request.params.accountId),
  )
  app.get(
    '/v1/connections/:accountId/health',
    {
      config: { access: reading, refusals: ofAccount },
      schema: {
        operationId: 'checkConnectionHealth',
        tags,
        summary: 'Check an account with its network',
        description:
          'Makes live calls to the network. Renews the grant if needed, and updates the account’s name and picture.',
        params: accountPath,
        response: { 200: health },
      },
    },
    (request) => checkHealth(deps, callerOf(request), request.params.accountId),
  )
  app.get(
    '/v1/connections/:accountId/affected-posts',
    {
      config: { access: reading, refusals: ofAccount },
      schema: {
        operationId: 'listConnectionPosts',
        tags,
        summary: 'List the unpublished posts of an account',
        description: 'Lists the posts that would be affected if the account were disconnected.',
        params: accountPath,
        response: { 200: affectedPosts },
      },
    },
    (request) => readAffectedPosts(deps, callerOf(request), request.params.accountId),
  )
  addChangingRoutes(app, deps)
}

function addChangingRoutes(app: Edge, deps: AccountDeps): void {
  app.patch(
    '/v1/connections/:accountId',
    {
      config: { access: writing, refusals: [...ofAccount, 'account_not_connected'] },
      schema: {
        operationId: 'updateConnection',
        tags,
        summary: 'Update an account',
        description:
          'Makes the account the default of its platform, or sets the default settings of its posts. Requires the admin role. A post that names a platform but no account goes to the default account.',
        params: accountPath,
        body: changeAccountBody,
        response: { 200: account },
      },
    },
    (request) => changeAccount(deps, callerOf(request), request.params.accountId, request.body),
  )
  app.delete(
    '/v1/connections/:accountId',
    {
      config: { access: writing, refusals: ofAccount },
      schema: {
        operationId: 'deleteConnection',
        tags,
        summary: 'Disconnect an account',
        description:
          'Requires the admin role. Connecting the account again restores it. If `action` is omitted, its posts wait when they become due until the account is reconnected. Published posts stay on the network.',
        params: accountPath,
        querystring: endQuery,
        response: { 200: success },
      },
    },
    (request) => disconnectAccount(deps, callerOf(request), request.params.accountId, request.query.action),
  )
}

export const tags = ['Accounts']
export const ofAccount = [
  'account_not_found',
  'profile_not_found',
  'profile_forbidden',
  'profile_role_required',
  'plan_required',
] as const satisfies RefusalCode[]
