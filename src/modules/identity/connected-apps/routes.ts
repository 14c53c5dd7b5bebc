import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import type { IdentityDeps } from '../deps.ts'
import { done } from '../schema.ts'
import { endOwnApp, listApps } from './actions.ts'
import { answerRequest, checkRequest } from './consent/actions.ts'
import { answerDeviceCode, checkDeviceCode } from './device/actions.ts'
import * as schema from './schema.ts'

const tags = ['Apps']
const identity = { credential: 'identity' } as const

/** Registers the routes for authorizing, listing and revoking apps. */
export function addConnectedAppRoutes(app: Edge, deps: IdentityDeps): void {
  addListRoutes(app, deps)
  addConsentRoutes(app, deps)
  addDeviceRoutes(app, deps)
}

function addListRoutes(app: Edge, deps: IdentityDeps): void {
  app.get(
    '/v1/auth/me/apps',
    {
      config: { access: identity },
      schema: {
        operationId: 'listApps',
        tags,
        summary: 'List connected apps',
        description: 'Lists up to 200 apps that you authorized with OAuth and that are still signed in, newest first.',
        response: { 200: schema.appList },
      },
    },
    async (request) => ({ apps: await listApps(deps, callerOf(request)) }),
  )

  app.delete(
    '/v1/auth/me/apps/:id',
    {
      config: { access: identity, refusals: ['app_forbidden', 'app_not_found'] },
      schema: {
        operationId: 'endApp',
        tags,
        summary: 'Revoke an app',
        description: 'The app’s tokens stop working immediately. It can request access again.',
        params: schema.appParams,
        response: { 200: done },
      },
    },
    async (request) => {
      await endOwnApp(deps, callerOf(request), request.params.id)
      return { ok: true as const }
    },
  )
}

function addConsentRoutes(app: Edge, deps: IdentityDeps): void {
  app.post(
    '/v1/auth/authorization/check',
    {
      config: { access: identity, refusals: ['authorization_request_invalid'] },
      schema: {
        operationId: 'checkAuthorization',
        tags,
        summary: 'Get an app’s authorization request',
        body: schema.checkRequestBody,
        response: { 200: schema.authorizationRequest },
      },
    },
    (request) => checkRequest(deps, callerOf(request), request.body.request),
  )

  app.post(
    '/v1/auth/authorization',
    {
      config: { access: identity, refusals: ['authorization_request_invalid', 'role_required', 'profile_forbidden'] },
      schema: {
        operationId: 'answerAuthorization',
        tags,
        summary: 'Approve or deny an app',
        description: 'The app can do no more than it requested and no more than you can do yourself.',
        body: schema.answerRequestBody,
        response: { 200: schema.answered },
      },
    },
    (request) => answerRequest(deps, callerOf(request), request.body),
  )
}

function addDeviceRoutes(app: Edge, deps: IdentityDeps): void {
  const attemptsPerMinute = deps.config.signInAttemptsPerMinute

  app.post(
    '/v1/auth/device/check',
    {
      config: { access: identity, attemptsPerMinute, refusals: ['device_code_not_found'] },
      schema: {
        operationId: 'checkDeviceCode',
        tags,
        summary: 'Get a device’s authorization request',
        body: schema.checkDeviceBody,
        response: { 200: schema.deviceRequest },
      },
    },
    (request) => checkDeviceCode(deps, callerOf(request), request.body.userCode),
  )

  app.post(
    '/v1/auth/device',
    {
      config: {
        access: identity,
        attemptsPerMinute,
        refusals: ['device_code_not_found', 'role_required', 'profile_forbidden'],
      },
      schema: {
        operationId: 'answerDeviceCode',
        tags,
        summary: 'Approve or deny a device',
        body: schema.answerDeviceBody,
        response: { 200: done },
      },
    },
    async (request) => {
      await answerDeviceCode(deps, callerOf(request), request.body)
      return { ok: true as const }
    },
  )
}
