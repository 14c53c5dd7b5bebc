import { callerOf } from '#infra/http/access.ts'
import { anonymousSender } from '#infra/http/request/sender.ts'
import type { Edge } from '#infra/http/server.ts'
import type { IdentityDeps } from '../deps.ts'
import { done } from '../schema.ts'
import { endOwnSession, listSessions, refresh, signIn, signOut } from './actions.ts'
import { addBrowserRoutes } from './browser-routes.ts'
import { refreshBody, sessionList, sessionParams, signedIn, signInBody } from './schema.ts'

const factorRefusals = ['mfa_required', 'mfa_code_invalid', 'mfa_paused'] as const
const open = { credential: 'none' } as const

/** Registers the routes that start, extend and end a session. */
export function addSessionRoutes(app: Edge, deps: IdentityDeps): void {
  const attemptsPerMinute = deps.config.signInAttemptsPerMinute

  app.post(
    '/v1/auth/sign-in',
    {
      config: {
        access: open,
        attemptsPerMinute,
        refusals: ['invalid_credentials', 'sign_in_paused', ...factorRefusals],
      },
      schema: {
        operationId: 'signIn',
        tags: ['Identity'],
        summary: 'Sign in with email and password',
        body: signInBody,
        response: { 200: signedIn },
      },
    },
    (request) => signIn(deps, request.body, anonymousSender(request)),
  )

  app.post(
    '/v1/auth/token',
    {
      config: { access: open, attemptsPerMinute, refusals: ['refresh_token_invalid'] },
      schema: {
        operationId: 'refreshToken',
        tags: ['Identity'],
        summary: 'Exchange a refresh token for new tokens',
        description:
          'Each refresh token works once. If a token is used a second time, Posthorn revokes the session it belongs to on every device.',
        body: refreshBody,
        response: { 200: signedIn },
      },
    },
    (request) => refresh(deps, request.body.refreshToken),
  )

  app.post(
    '/v1/auth/sign-out',
    {
      config: { access: open, attemptsPerMinute },
      schema: {
        operationId: 'signOut',
        tags: ['Identity'],
        summary: 'Sign out',
        description: 'The session’s identity tokens are revoked too. The response is the same for an unknown token.',
        body: refreshBody,
        response: { 200: done },
      },
    },
    async (request) => {
      await signOut(deps, request.body.refreshToken)
      return { ok: true as const }
    },
  )

  addBrowserRoutes(app, deps)
  addOwnSessionRoutes(app, deps)
}

const identity = { credential: 'identity' } as const

/** Registers the routes for listing and revoking a user's own sessions. */
function addOwnSessionRoutes(app: Edge, deps: IdentityDeps): void {
  app.get(
    '/v1/auth/sessions',
    {
      config: { access: identity },
      schema: {
        operationId: 'listSessions',
        tags: ['Account'],
        summary: 'List your sessions',
        description: 'Lists up to 100 of your active sessions, most recent first.',
        response: { 200: sessionList },
      },
    },
    async (request) => ({ sessions: await listSessions(deps.db, callerOf(request), deps.clock.now()) }),
  )

  app.delete(
    '/v1/auth/sessions/:id',
    {
      config: { access: identity, refusals: ['session_forbidden', 'session_not_found'] },
      schema: {
        operationId: 'endSession',
        tags: ['Account'],
        summary: 'Revoke a session',
        description: 'Revokes one of your sessions and its tokens, for example on a lost device.',
        params: sessionParams,
        response: { 200: done },
      },
    },
    async (request) => {
      await endOwnSession(deps, callerOf(request), request.params.id)
      return { ok: true as const }
    },
  )
}
