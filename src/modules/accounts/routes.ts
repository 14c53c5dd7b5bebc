import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import type { RefusalCode } from '#kernel/errors.ts'
import { platformIdOf } from '#rules/network-names.ts'
import { changeAccount } from './actions/change-account.ts'
import { checkHealth } from './actions/check-health.ts'
import { connectAccount } from './actions/connect-account.ts'
import { disconnectAccount } from './actions/disconnect-account.ts'
import { listProviders } from './actions/list-providers.ts'
import { accountsOf, affectedPostsOf, allAccounts } from './actions/read-accounts.ts'
import type { AccountDeps } from './deps.ts'
import { addPageRoutes } from './page-routes.ts'
import {
  account,
  accountPath,
  accountsQuery,
  affectedPosts,
  allAccountsQuery,
  changeAccountBody,
  connectBlueskyBody,
  connectMastodonBody,
  health,
  leaveQuery,
  left,
  providers,
  success,
} from './schema.ts'

const person = { credential: 'identity' } as const
const tags = ['Accounts']

const reach = ['profile_not_found', 'profile_forbidden', 'profile_role_required'] as const satisfies RefusalCode[]
const ofAccount = ['account_not_found', ...reach] as const
const connecting = [
  ...reach,
  'network_refused_credentials',
  'network_refused',
  'network_address_unusable',
  'network_misconfigured',
  'network_unavailable',
  'account_in_use',
  'plan_limit_reached',
  'plan_required',
] as const satisfies RefusalCode[]

export function accountRoutes(app: Edge, deps: AccountDeps): void {
  connectRoutes(app, deps)
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
    (request) => accountsOf(deps, callerOf(request), request.query),
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
    (request) => allAccounts(deps, callerOf(request), request.query),
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
    (request) => affectedPostsOf(deps, callerOf(request), request.params.accountId),
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
  addPageRoutes(app, deps)
}

function connectRoutes(app: Edge, deps: AccountDeps): void {
  app.post(
    `/v1/platforms/${platformIdOf('bluesky')}/connect`,
    {
      config: { access: person, refusals: connecting },
      schema: {
        operationId: 'connectBluesky',
        tags,
        summary: 'Connect an account of Bluesky',
        description:
          'For admins of the profile, by handle and app password; the password itself is not kept unless the network needs ' +
          'it again. The same account once more answers the same account, with a fresh sign-in.',
        body: connectBlueskyBody,
        response: { 201: account },
      },
    },
    async (request, reply) => {
      const { profileId, identifier, appPassword, pdsUrl } = request.body
      const whereabouts = { handle: identifier, ...(pdsUrl === undefined ? {} : { url: pdsUrl }) }
      const fields = { identifier, appPassword, ...(pdsUrl === undefined ? {} : { pdsUrl }) }
      const wish = { network: 'bluesky' as const, profileId, fields, whereabouts }
      return reply.code(201).send(await connectAccount(deps, callerOf(request), wish))
    },
  )
  app.post(
    '/v1/platforms/mastodon/connect',
    {
      config: { access: person, refusals: connecting },
      schema: {
        operationId: 'connectMastodon',
        tags,
        summary: 'Connect an account of Mastodon',
        description:
          'For admins of the profile, by the server and an access token of an application of yours there. The same account ' +
          'once more answers the same account, with the new token.',
        body: connectMastodonBody,
        response: { 201: account },
      },
    },
    async (request, reply) => {
      const { profileId, instanceUrl, accessToken } = request.body
      const fields = { instanceUrl, accessToken }
      const wish = { network: 'mastodon' as const, profileId, fields, whereabouts: { url: instanceUrl } }
      return reply.code(201).send(await connectAccount(deps, callerOf(request), wish))
    },
  )
}

/** Adds the routes that accept an API key as well. */
function connectionRoutes(app: Edge, deps: AccountDeps): void {
  app.get(
    '/v1/connections/providers',
    {
      config: { access: { credential: 'key-or-identity', scope: 'connections:read' } },
      schema: {
        operationId: 'listProviders',
        tags,
        summary: 'List the networks that can be connected',
        description: 'With what a post may be there, how one connects, and schemas from which forms can be drawn.',
        response: { 200: providers },
      },
    },
    async () => listProviders(deps),
  )
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
