import { anonymousSender } from '#infra/http/request/sender.ts'
import type { Edge } from '#infra/http/server.ts'
import type { IdentityDeps } from '../deps.ts'
import { done } from '../schema.ts'
import { refresh } from './actions/refresh.ts'
import { signIn } from './actions/sign-in.ts'
import { signOut } from './actions/sign-out.ts'
import { addBrowserRoutes } from './browser-routes.ts'
import { addOwnSessionRoutes } from './own-routes.ts'
import { refreshBody, signedIn, signInBody } from './schema.ts'

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
