import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import { changeAccount } from '../actions/change-account.ts'
import { checkHealth } from '../actions/check-health.ts'
import { disconnectAccount } from '../actions/disconnect-account.ts'
import { readAccounts, readAffectedPosts, readAllAccounts } from '../actions/read-accounts.ts'
import type { AccountDeps } from '../deps.ts'
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
} from '../schema.ts'
import { ofAccount, route } from './connections.ts'
import { guardAccount } from './guard-account.ts'

/** Adds the older routes about accounts, which accept no API key. */
export function addPlatformRoutes(app: Edge, deps: AccountDeps): void {
  route(app, {
    get: '/v1/platforms/accounts',
    id: 'listAccounts',
    right: 'read',
    summary: 'List the connected accounts of a profile',
    description: 'Lists the accounts in the order in which they were connected.',
    access: 'identity',
    refuses: ['profile_not_found', 'profile_forbidden'],
    successor: 'listConnections',
    query: accountsQuery,
    answers: account.array(),
    does: (request) => readAccounts(deps, callerOf(request), request.query),
  })
  route(app, {
    get: '/v1/platforms/accounts/all',
    id: 'listAllAccounts',
    summary: 'List the connected accounts of all your profiles',
    access: 'identity',
    successor: 'listConnections',
    query: allAccountsQuery,
    answers: account.array(),
    does: (request) => readAllAccounts(deps, callerOf(request), request.query),
  })
  route(app, {
    get: '/v1/platforms/accounts/:accountId/health',
    changesState: true,
    id: 'checkAccountHealth',
    right: 'read',
    summary: 'Check an account with its network',
    description:
      'Makes live calls to the network. Renews the grant if needed, and updates the account’s name and picture.',
    access: 'identity',
    refuses: ofAccount,
    successor: 'checkConnectionHealth',
    params: accountPath,
    answers: health,
    does: (request) => checkHealth(deps, callerOf(request), request.params.accountId),
  })
  route(app, {
    get: '/v1/platforms/accounts/:accountId/affected-posts',
    id: 'listAffectedPosts',
    right: 'read',
    summary: 'List the unpublished posts of an account',
    description: 'Lists the posts that would be affected if the account were disconnected.',
    access: 'identity',
    refuses: ofAccount,
    successor: 'listConnectionPosts',
    params: accountPath,
    answers: affectedPosts,
    does: (request) => readAffectedPosts(deps, callerOf(request), request.params.accountId),
  })
  route(app, {
    patch: '/v1/platforms/accounts/:accountId',
    id: 'updateAccount',
    right: 'manage',
    summary: 'Update an account',
    description:
      'Makes the account the default of its platform, or sets the default settings of its posts. Requires the admin ' +
      'role. A post that names a platform but no account goes to the default account.',
    access: 'identity',
    refuses: [...ofAccount, 'account_not_connected'],
    successor: 'updateConnection',
    params: accountPath,
    body: changeAccountBody,
    ifMatch: guardAccount(deps),
    answers: account,
    does: (request) => changeAccount(deps, callerOf(request), request.params.accountId, request.body),
  })
  route(app, {
    delete: '/v1/platforms/accounts/:accountId',
    id: 'disconnectAccount',
    right: 'manage',
    summary: 'Disconnect an account',
    description:
      'Requires the admin role. Connecting the account again restores it. Published posts stay on the network.',
    access: 'identity',
    refuses: ofAccount,
    successor: 'deleteConnection',
    params: accountPath,
    query: leaveQuery,
    ifMatch: guardAccount(deps),
    answers: left,
    does: (request) => disconnectAccount(deps, callerOf(request), request.params.accountId, request.query.action),
  })
}
