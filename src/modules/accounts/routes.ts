import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import type { RefusalCode } from '#kernel/errors.ts'
import { changeAccount } from './actions/change-account.ts'
import { checkHealth } from './actions/check-health.ts'
import { disconnectAccount } from './actions/disconnect-account.ts'
import { readAccounts, readAffectedPosts, readAllAccounts } from './actions/read-accounts.ts'
import type { AccountDeps } from './deps.ts'
import {
  account,
  accountPath,
  accountsQuery,
  affectedPosts,
  allAccountsQuery,
  changeAccountBody,
  health,
  leaveQuery,
  left,
  success,
} from './schema.ts'

const person = { credential: 'identity' } as const
const tags = ['Accounts']

const reach = ['profile_not_found', 'profile_forbidden', 'profile_role_required'] as const satisfies RefusalCode[]
const ofAccount = ['account_not_found', ...reach] as const

export function accountRoutes(app: Edge, deps: AccountDeps): void {
  app.get(
    '/v1/platforms/accounts',
    {
      config: { access: person, refusals: ['profile_not_found', 'profile_forbidden'] },
      schema: {
        operationId: 'listAccounts',
        tags,
        summary: 'List the connected accounts of a profile',
        description: 'In the order in which they were connected.',
        querystring: accountsQuery,
        response: { 200: account.array() },
      },
    },
    (request) => readAccounts(deps, callerOf(request), request.query),
  )
  app.get(
    '/v1/platforms/accounts/all',
    {
      config: { access: person },
      schema: {
        operationId: 'listAllAccounts',
        tags,
        summary: 'List the connected accounts of all your profiles',
        querystring: allAccountsQuery,
        response: { 200: account.array() },
      },
    },
    (request) => readAllAccounts(deps, callerOf(request), request.query),
  )
  app.get(
    '/v1/platforms/accounts/:accountId/health',
    {
      config: { access: person, refusals: ofAccount },
      schema: {
        operationId: 'checkAccountHealth',
        tags,
        summary: 'Ask the network how an account is',
        description:
          'A live call: what was granted is renewed if need be, and the name and picture are brought up to date.',
        params: accountPath,
        response: { 200: health },
      },
    },
    (request) => checkHealth(deps, callerOf(request), request.params.accountId),
  )
  app.get(
    '/v1/platforms/accounts/:accountId/affected-posts',
    {
      config: { access: person, refusals: ofAccount },
      schema: {
        operationId: 'listAffectedPosts',
        tags,
        summary: 'List the posts that are meant for an account',
        description: 'Those that have yet to go out: what disconnecting it would touch.',
        params: accountPath,
        response: { 200: affectedPosts },
      },
    },
    (request) => readAffectedPosts(deps, callerOf(request), request.params.accountId),
  )
  app.patch(
    '/v1/platforms/accounts/:accountId',
    {
      config: { access: person, refusals: [...ofAccount, 'account_not_connected'] },
      schema: {
        operationId: 'updateAccount',
        tags,
        summary: 'Make an account the default of its platform, or choose what its posts choose',
        description: 'For admins of the profile. The default is meant where a post names the platform and no account.',
        params: accountPath,
        body: changeAccountBody,
        response: { 200: account },
      },
    },
    (request) => changeAccount(deps, callerOf(request), request.params.accountId, request.body),
  )
  app.delete(
    '/v1/platforms/accounts/:accountId',
    {
      config: { access: person, refusals: ofAccount },
      schema: {
        operationId: 'disconnectAccount',
        tags,
        summary: 'Disconnect an account',
        description:
          'For admins of the profile. Connecting it again brings it back. Nothing is removed from the network itself.',
        params: accountPath,
        querystring: leaveQuery,
        response: { 200: left },
      },
    },
    (request) => disconnectAccount(deps, callerOf(request), request.params.accountId, request.query.action),
  )
  connectionRoutes(app, deps)
}

/** Adds the routes that accept an API key as well. */
function connectionRoutes(app: Edge, deps: AccountDeps): void {
  app.delete(
    '/v1/connections/:accountId',
    {
      config: { access: { credential: 'key-or-identity', scope: 'connections:write' }, refusals: ofAccount },
      schema: {
        operationId: 'deleteConnection',
        tags,
        summary: 'Disconnect an account, and keep its posts',
        description: 'For admins of the profile. Its posts wait at their time for the account to be connected again.',
        params: accountPath,
        response: { 200: success },
      },
    },
    (request) => disconnectAccount(deps, callerOf(request), request.params.accountId, 'keep'),
  )
}
