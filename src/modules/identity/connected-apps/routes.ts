import { callerOf } from '#infra/http/access.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import type { IdentityDeps } from '../deps.ts'
import { done } from '../schema.ts'
import { endOwnApp, listApps } from './actions.ts'
import { answerRequest, checkRequest } from './consent/actions.ts'
import { answerDeviceCode, checkDeviceCode } from './device/actions.ts'
import * as schema from './schema.ts'

const route = routesWith({ tag: 'Apps', access: 'identity' })

/** Registers the routes for authorizing, listing and revoking apps. */
export function addConnectedAppRoutes(app: Edge, deps: IdentityDeps): void {
  const attemptsPerMinute = deps.config.signInAttemptsPerMinute

  route(app, {
    get: '/v1/auth/me/apps',
    id: 'listApps',
    summary: 'List connected apps',
    description: 'Lists up to 200 apps that you authorized with OAuth and that are still signed in, newest first.',
    answers: schema.appList,
    does: async (request) => ({ apps: await listApps(deps, callerOf(request)) }),
  })
  route(app, {
    delete: '/v1/auth/me/apps/:id',
    id: 'endApp',
    summary: 'Revoke an app',
    description: 'The app’s tokens stop working immediately. It can request access again.',
    refuses: ['app_forbidden', 'app_not_found'],
    params: schema.appParams,
    answers: done,
    does: async (request) => {
      await endOwnApp(deps, callerOf(request), request.params.id)
      return { ok: true as const }
    },
  })
  route(app, {
    post: '/v1/auth/authorization/check',
    repeats: 'safe',
    id: 'checkAuthorization',
    summary: 'Get an app’s authorization request',
    description:
      'Returns what a consent page has to show: the app, the scopes that it asks for, and where it returns to.',
    refuses: ['authorization_request_invalid'],
    body: schema.checkRequestBody,
    answers: schema.authorizationRequest,
    does: (request) => checkRequest(deps, callerOf(request), request.body.request),
  })
  route(app, {
    post: '/v1/auth/authorization',
    id: 'answerAuthorization',
    summary: 'Approve or deny an app',
    description: 'The app can do no more than it requested and no more than you can do yourself.',
    refuses: ['authorization_request_invalid', 'role_required', 'profile_forbidden'],
    body: schema.answerRequestBody,
    answers: schema.answered,
    does: (request) => answerRequest(deps, callerOf(request), request.body),
  })
  route(app, {
    post: '/v1/auth/device/check',
    repeats: 'safe',
    id: 'checkDeviceCode',
    summary: 'Get a device’s authorization request',
    description: 'Returns what a consent page has to show before the user approves the code on a device.',
    refuses: ['device_code_not_found'],
    attemptsPerMinute,
    body: schema.checkDeviceBody,
    answers: schema.deviceRequest,
    does: (request) => checkDeviceCode(deps, callerOf(request), request.body.userCode),
  })
  route(app, {
    post: '/v1/auth/device',
    id: 'answerDeviceCode',
    summary: 'Approve or deny a device',
    description: 'The device gets its tokens when it asks the next time. A code can be answered once.',
    refuses: ['device_code_not_found', 'role_required', 'profile_forbidden'],
    attemptsPerMinute,
    body: schema.answerDeviceBody,
    answers: done,
    does: async (request) => {
      await answerDeviceCode(deps, callerOf(request), request.body)
      return { ok: true as const }
    },
  })
}
