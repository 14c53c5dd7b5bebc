import { callerOf } from '#infra/http/access.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import type { RefusalCode } from '#kernel/errors.ts'
import { account } from '#modules/accounts/index.ts'
import { platformIdOf } from '#rules/network-names.ts'
import type { ConnectingDeps } from '../deps.ts'
import { connectAccount, readCredentials, signInToBluesky, signInToMastodon } from './connect-account.ts'
import { connectBlueskyBody, connectDirectlyBody, connectMastodonBody } from './schema.ts'

const route = routesWith({ tag: 'Accounts' })
const connecting = [
  'profile_not_found',
  'profile_forbidden',
  'profile_role_required',
  'plan_required',
  'network_refused_credentials',
  'network_refused',
  'network_address_unusable',
  'network_misconfigured',
  'network_unavailable',
  'account_in_use',
  'plan_limit_reached',
  'plan_required',
] as const satisfies RefusalCode[]

/** Adds the routes that connect an account with credentials entered by its owner. */
export function addDirectRoutes(app: Edge, deps: ConnectingDeps): void {
  route(app, {
    post: '/v1/connections/direct',
    id: 'connectDirectly',
    right: 'manage',
    summary: 'Connect an account with credentials',
    description:
      'For networks whose `connect.kind` is `direct`. Requires the admin role. Connecting the same account again ' +
      'renews its session.',
    access: 'connections:write',
    refuses: connecting,
    location: '/v1/connections/{id}',
    body: connectDirectlyBody,
    answers: { 201: account },
    does: async (request, reply) => {
      const { profileId, platform, credentials } = request.body
      const params = { profileId, ...readCredentials(platform, credentials) }
      return reply.code(201).send(await connectAccount(deps, callerOf(request), params))
    },
  })
  route(app, {
    post: `/v1/platforms/${platformIdOf('bluesky')}/connect`,
    id: 'connectBluesky',
    right: 'manage',
    summary: 'Connect a Bluesky account',
    description:
      'Requires the admin role. Signs in with a handle and an app password. Posthorn stores the resulting session, ' +
      'and the password only if the server needs it again. Connecting the same account again renews its session.',
    access: 'identity',
    refuses: connecting,
    successor: 'connectDirectly',
    location: '/v1/connections/{id}',
    body: connectBlueskyBody,
    answers: { 201: account },
    does: async (request, reply) => {
      const { profileId, ...credentials } = request.body
      const params = { profileId, ...signInToBluesky(credentials) }
      return reply.code(201).send(await connectAccount(deps, callerOf(request), params))
    },
  })
  route(app, {
    post: '/v1/platforms/mastodon/connect',
    id: 'connectMastodon',
    right: 'manage',
    summary: 'Connect a Mastodon account',
    description:
      'Requires the admin role, the server, and an access token of an application that you created there. Connecting ' +
      'the same account again replaces its token.',
    access: 'identity',
    refuses: connecting,
    successor: 'connectDirectly',
    location: '/v1/connections/{id}',
    body: connectMastodonBody,
    answers: { 201: account },
    does: async (request, reply) => {
      const { profileId, ...credentials } = request.body
      const params = { profileId, ...signInToMastodon(credentials) }
      return reply.code(201).send(await connectAccount(deps, callerOf(request), params))
    },
  })
}
