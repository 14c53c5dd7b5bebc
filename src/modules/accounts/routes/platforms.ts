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
import { ofAccount, tags } from './connections.ts'

const person = { credential: 'identity' } as const

/** Adds the older routes about accounts, which accept no API key. */
export function addPlatformRoutes(app: Edge, deps: AccountDeps): void {
  app.get(
    '/v1/platforms/accounts',
    {
      config: { successor: 'listConnections', access: person, refusals: ['profile_not_found', 'profile_forbidden'] },
      schema: {
        operationId: 'listAccounts',
        tags,
        summary: 'List the connected accounts of a profile',
        description: 'Lists the accounts in the order in which they were connected.',
        querystring: accountsQuery,
        response: { 200: account.array() },
      },
    },
    (request) => readAccounts(deps, callerOf(request), request.query),
  )
  app.get(
    '/v1/platforms/accounts/all',
    {
      config: { successor: 'listConnections', access: person },
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
      config: { successor: 'checkConnectionHealth', access: person, refusals: ofAccount },
      schema: {
        operationId: 'checkAccountHealth',
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
    '/v1/platforms/accounts/:accountId/affected-posts',
    {
      config: { successor: 'listConnectionPosts', access: person, refusals: ofAccount },
      schema: {
        operationId: 'listAffectedPosts',
        tags,
        summary: 'List the unpublished posts of an account',
        description: 'Lists the posts that would be affected if the account were disconnected.',
        params: accountPath,
        response: { 200: affectedPosts },
      },
    },
    (request) => readAffectedPosts(deps, callerOf(request), request.params.accountId),
  )
  app.patch(
    '/v1/platforms/accounts/:accountId',
    {
      config: { successor: 'updateConnection', access: person, refusals: [...ofAccount, 'account_not_connected'] },
      schema: {
        operationId: 'updateAccount',
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
    '/v1/platforms/accounts/:accountId',
    {
      config: { successor: 'deleteConnection', access: person, refusals: ofAccount },
      schema: {
        operationId: 'disconnectAccount',
        tags,
        summary: 'Disconnect an account',
        description:
          'Requires the admin role. Connecting the account again restores it. Published posts stay on the network.',
        params: accountPath,
        querystring: leaveQuery,
        response: { 200: left },
      },
    },
    (request) => disconnectAccount(deps, callerOf(request), request.params.accountId, request.query.action),
  )
}
