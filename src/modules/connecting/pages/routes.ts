import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import type { AccountDeps } from '#modules/accounts/index.ts'
import { account, accountPath } from '#modules/accounts/index.ts'
import { platformIdOf } from '#rules/network-names.ts'
import { listPages, type OptionsCache, readOptions } from './actions/list-pages.ts'
import { switchPage } from './actions/switch-page.ts'
import { addConnectionPages, asking, choosing, route } from './connection-routes.ts'
import { choosePageBody, options, pages, pagesQuery } from './schema.ts'

/** Networks where one consent covers several pages. The API has a path and a verb for each of them. */
const pageNetworks = [
  {
    network: 'facebook',
    name: 'Facebook',
    list: 'listFacebookPages',
    verb: 'switch-page',
    choose: 'switchFacebookPage',
  },
  {
    network: 'linkedin',
    name: 'LinkedIn',
    list: 'listLinkedinPages',
    verb: 'connect-page',
    choose: 'connectLinkedinPage',
  },
] as const

export function addPageRoutes(app: Edge, deps: AccountDeps): void {
  for (const face of pageNetworks) addRoutesOfNetwork(app, deps, face)
  addConnectionPages(app, deps)
  const known: OptionsCache = new Map()
  route(app, {
    get: '/v1/connections/:accountId/options',
    id: 'getConnectionOptions',
    right: 'write',
    summary: 'List the options of an account',
    description:
      'Editors of the profile see what can or must be chosen for a post, for example a board. Admins also see the ' +
      'pages that can be connected. The network’s response is cached for a minute.',
    access: 'connections:read',
    refuses: ['account_not_found', ...asking],
    params: accountPath,
    answers: options,
    does: (request) => readOptions(deps, known, callerOf(request), request.params.accountId),
  })
}

function addRoutesOfNetwork(
  app: Edge,
  deps: AccountDeps,
  { network, name, list, verb, choose }: (typeof pageNetworks)[number],
): void {
  route(app, {
    get: `/v1/platforms/${platformIdOf(network)}/pages`,
    id: list,
    right: 'manage',
    summary: `List the ${name} pages that can be connected`,
    description:
      'Lists the pages covered by every consent for the profile. Makes live calls to the network. Requires the admin ' +
      'role.',
    access: 'identity',
    refuses: asking,
    successor: 'listConnectablePages',
    query: pagesQuery,
    answers: pages,
    does: (request) => listPages(deps, callerOf(request), network, request.query.profileId),
  })
  route(app, {
    post: `/v1/platforms/${platformIdOf(network)}/${verb}`,
    id: choose,
    right: 'manage',
    summary: `Connect a ${name} page`,
    description:
      'Requires the admin role. With `accountId`, the page replaces that account: the account is disconnected, and ' +
      'if it was the default, the page becomes the default. Posts of the replaced account are not moved to the page; ' +
      'they wait until the account is reconnected.',
    access: 'identity',
    refuses: choosing,
    successor: 'connectPage',
    location: '/v1/connections/{id}',
    body: choosePageBody,
    answers: { 201: account },
    does: async (request, reply) => {
      const { profileId, pageId, accountId: instead = null } = request.body
      return reply.code(201).send(await switchPage(deps, callerOf(request), { network, profileId, pageId, instead }))
    },
  })
}
