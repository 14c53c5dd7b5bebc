import { callerOf } from '#infra/http/access.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import type { RefusalCode } from '#kernel/errors.ts'
import { type AccountDeps, account, accountPath } from '#modules/accounts/index.ts'
import { listPages, listPagesBeside } from './actions/list-pages.ts'
import { switchPage, switchPageBeside } from './actions/switch-page.ts'
import { connectablePagesQuery, connectPageBesideBody, connectPageBody, pages } from './schema.ts'

export const route = routesWith({ tag: 'Accounts' })

/** Adds the routes for choosing a page on every network where one consent covers several. */
export function addConnectionPages(app: Edge, deps: AccountDeps): void {
  route(app, {
    get: '/v1/connections/pages',
    id: 'listConnectablePages',
    right: 'manage',
    summary: 'List the pages that can be connected',
    description:
      'Lists the pages covered by every consent for the profile on this network. Makes live calls to the network. ' +
      'Requires the admin role.',
    access: 'connections:read',
    refuses: asking,
    query: connectablePagesQuery,
    answers: pages,
    does: (request) => listPages(deps, callerOf(request), request.query.platform, request.query.profileId),
  })
  route(app, {
    post: '/v1/connections/choose-page',
    id: 'connectPage',
    right: 'manage',
    summary: 'Connect a page',
    description:
      'Requires the admin role. With `accountId`, the page replaces that account, which is disconnected. Its posts ' +
      'wait until it is reconnected.',
    access: 'connections:write',
    refuses: choosing,
    location: '/v1/connections/{id}',
    body: connectPageBody,
    answers: { 201: account },
    does: async (request, reply) => {
      const { platform: network, profileId, pageId, accountId: instead = null } = request.body
      return reply.code(201).send(await switchPage(deps, callerOf(request), { network, profileId, pageId, instead }))
    },
  })
  route(app, {
    get: '/v1/connections/:accountId/pages',
    id: 'listConnectionPages',
    right: 'manage',
    summary: 'List the other pages of an account’s network',
    description: 'Lists the pages on the account’s network that its profile can connect. Requires the admin role.',
    access: 'connections:read',
    refuses: ['account_not_found', ...asking],
    params: accountPath,
    answers: pages,
    does: (request) => listPagesBeside(deps, callerOf(request), request.params.accountId),
  })
  route(app, {
    post: '/v1/connections/:accountId/choose-page',
    id: 'connectPageBeside',
    right: 'manage',
    summary: 'Connect a page in addition to an account, or in place of it',
    description: 'Requires the admin role. The page belongs to the same network and profile as the account.',
    access: 'connections:write',
    refuses: choosing,
    location: '/v1/connections/{id}',
    params: accountPath,
    body: connectPageBesideBody,
    answers: { 201: account },
    does: async (request, reply) => {
      const { pageId, replace } = request.body
      const { accountId } = request.params
      return reply.code(201).send(await switchPageBeside(deps, callerOf(request), { accountId, pageId, replace }))
    },
  })
}

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
