import { callerOf } from '#infra/http/access.ts'
import { anonymousSender } from '#infra/http/request/sender.ts'
import { route } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import type { IdentityDeps } from '../deps.ts'
import { done } from '../schema.ts'
import { endOwnSession, listSessions, refresh, signIn, signOut } from './actions.ts'
import { addBrowserRoutes, type FindSignOutUrl } from './browser-routes.ts'
import { refreshBody, sessionList, sessionParams, signedIn, signInBody } from './schema.ts'

const factorRefusals = ['mfa_required', 'mfa_code_invalid', 'mfa_paused'] as const

/** Registers the routes that start, extend and end a session. */
export function addSessionRoutes(app: Edge, deps: IdentityDeps, findSignOutUrl: FindSignOutUrl): void {
  const attemptsPerMinute = deps.config.signInAttemptsPerMinute

  route(app, {
    post: '/v1/auth/sign-in',
    id: 'signIn',
    tag: 'Identity',
    summary: 'Sign in with email and password',
    description: 'Returns an identity token for the header `Authorization`, and a refresh token for the next one.',
    access: 'anyone',
    refuses: ['invalid_credentials', 'sign_in_paused', ...factorRefusals, 'company_sign_in_required'],
    attemptsPerMinute,
    body: signInBody,
    answers: signedIn,
    does: (request) => signIn(deps, request.body, anonymousSender(request)),
  })
  route(app, {
    post: '/v1/auth/token',
    id: 'refreshToken',
    tag: 'Identity',
    summary: 'Exchange a refresh token for new tokens',
    description:
      'Each refresh token works once. If a token is used a second time, Posthorn revokes the session it belongs to ' +
      'on every device.',
    access: 'anyone',
    refuses: ['refresh_token_invalid'],
    attemptsPerMinute,
    body: refreshBody,
    answers: signedIn,
    does: (request) => refresh(deps, request.body.refreshToken),
  })
  route(app, {
    post: '/v1/auth/sign-out',
    id: 'signOut',
    tag: 'Identity',
    summary: 'Sign out',
    description: 'The session’s identity tokens are revoked too. The response is the same for an unknown token.',
    access: 'anyone',
    attemptsPerMinute,
    body: refreshBody,
    answers: done,
    does: async (request) => {
      await signOut(deps, request.body.refreshToken)
      return { ok: true as const }
    },
  })

  addBrowserRoutes(app, deps, findSignOutUrl)
  route(app, {
    get: '/v1/auth/sessions',
    id: 'listSessions',
    tag: 'Account',
    summary: 'List your sessions',
    description: 'Lists up to 100 of your active sessions, most recent first.',
    access: 'identity',
    answers: sessionList,
    does: async (request) => ({ sessions: await listSessions(deps.db, callerOf(request), deps.clock.now()) }),
  })
  route(app, {
    delete: '/v1/auth/sessions/:id',
    id: 'endSession',
    tag: 'Account',
    summary: 'Revoke a session',
    description: 'Revokes one of your sessions and its tokens, for example on a lost device.',
    access: 'identity',
    refuses: ['session_forbidden', 'session_not_found'],
    params: sessionParams,
    answers: done,
    does: async (request) => {
      await endOwnSession(deps, callerOf(request), request.params.id)
      return { ok: true as const }
    },
  })
}
