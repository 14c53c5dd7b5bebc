import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import type { RefusalCode } from '#kernel/errors.ts'
import { type AccountDeps, account, accountPath } from '#modules/accounts/index.ts'
import { listPages, listPagesBeside } from './actions/list-pages.ts'
import { switchPage, switchPageBeside } from './actions/switch-page.ts'
import { connectablePagesQuery, connectPageBesideBody, connectPageBody, pages } from './schema.ts'

const reading = { credential: 'key-or-identity', scope: 'connections:read' } as const
const writing = { credential: 'key-or-identity', scope: 'connections:write' } as const

/** Adds the routes for choosing a page on every network where one consent covers several. */
export function addConnectionPages(app: Edge, deps: AccountDeps): void {
  app.get(
    '/v1/connections/pages',
    {
      config: { access: reading, refusals: asking },
      schema: {
        operationId: 'listConnectablePages',
        tags,
        summary: 'List the pages that can be connected',
        description:
          'Lists the pages covered by every consent for the profile on this network. Makes live calls to the network. Requires the admin role.',
        querystring: connectablePagesQuery,
        response: { 200: pages },
      },
    },
    (request) => listPages(deps, callerOf(request), request.query.platform, request.query.profileId),
  )
  app.post(
    '/v1/connections/choose-page',
    {
      config: { location: '/v1/connections/{id}', access: writing, refusals: choosing },
      schema: {
        operationId: 'connectPage',
        tags,
        summary: 'Connect a page',
        description:
          'Requires the admin role. With `accountId`, the page replaces that account, which is disconnected. Its posts wait until it is reconnected.',
        body: connectPageBody,
        response: { 201: account },
      },
    },
    async (request, reply) => {
      const { platform: network, profileId, pageId, accountId: instead = null } = request.body
      return reply.code(201).send(await switchPage(deps, callerOf(request), { network, profileId, pageId, instead }))
    },
  )
  app.get(
    '/v1/connections/:accountId/pages',
    {
      config: { access: reading, refusals: ['account_not_found', ...asking] },
      schema: {
        operationId: 'listConnectionPages',
        tags,
        summary: 'List the other pages of an account’s network',
        description: 'Lists the pages on the account’s network that its profile can connect. Requires the admin role.',
        params: accountPath,
        response: { 200: pages },
      },
    },
    (request) => listPagesBeside(deps, callerOf(request), request.params.accountId),
  )
  app.post(
    '/v1/connections/:accountId/choose-page',
    {
      config: { location: '/v1/connections/{id}', access: writing, refusals: choosing },
      schema: {
        operationId: 'connectPageBeside',
        tags,
        summary: 'Connect a page in addition to an account, or in place of it',
        description: 'Requires the admin role. The page belongs to the same network and profile as the account.',
        params: accountPath,
        body: connectPageBesideBody,
        response: { 201: account },
      },
    },
    async (request, reply) => {
      const { pageId, replace } = request.body
      const { accountId } = request.params
      return reply.code(201).send(await switchPageBeside(deps, callerOf(request), { accountId, pageId, replace }))
    },
  )
}

export const tags = ['Accounts']
const reach = [
  'profile_not_found',
  'profile_forbidden',
  'profile_role_required',
  'plan_required',
] as const satisfies RefusalCode[]
export const asking = [
  ...reach,
  'network_unsupported',
  'network_refused_credentials',
  'network_refused',
  'network_unavailable',
] as const satisfies RefusalCode[]
export const choosing = [
  ...asking,
  'page_not_found',
  'page_unusable',
  'account_not_found',
  'account_not_connected',
  'account_in_use',
  'plan_limit_reached',
  'plan_required',
] as const satisfies RefusalCode[]
