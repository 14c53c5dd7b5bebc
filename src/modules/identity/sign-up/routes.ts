import { anonymousSender } from '#infra/http/request/sender.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import type { IdentityDeps } from '../deps.ts'
import { requireOwnOrigin, sessionCookieName, sessionCookieOptions } from '../sessions/cookie.ts'
import { browserSignIn, signedIn } from '../sessions/schema.ts'
import { claimInstallation, readSignInOptions, signUp } from './actions.ts'
import { claimBody, signInOptions, signUpBody } from './schema.ts'

const route = routesWith({ tag: 'Identity', access: 'anyone' })

/** Registers the routes for signing up and for claiming a new installation. */
export function addSignUpRoutes(app: Edge, deps: IdentityDeps): void {
  const attemptsPerMinute = deps.config.signInAttemptsPerMinute
  route(app, {
    post: '/v1/auth/sign-up',
    id: 'signUp',
    summary: 'Create an account and sign in',
    description:
      'Sends a confirmation email, and returns tokens that work immediately. The setting SIGN_UP ' +
      'decides who can sign up.',
    refuses: ['sign_up_closed', 'invite_required', 'setup_code_required', 'email_taken', 'company_sign_in_required'],
    attemptsPerMinute,
    body: signUpBody,
    answers: { 201: signedIn },
    does: async (request, reply) => reply.code(201).send(await signUp(deps, request.body, anonymousSender(request))),
  })

  const cookie = sessionCookieOptions(deps.config)
  route(app, {
    post: '/v1/auth/claim',
    id: 'claimInstallation',
    summary: 'Become the owner of a new installation',
    description:
      'Creates the first account, its first profile and a browser session in one step. Sets the `posthorn_session` ' +
      'cookie, like a browser sign-in.',
    refuses: ['installation_claimed', 'setup_code_required', 'origin_forbidden'],
    attemptsPerMinute,
    body: claimBody,
    answers: { 201: browserSignIn },
    does: async (request, reply) => {
      requireOwnOrigin(deps.config, request)
      const { refreshToken, ...shown } = await claimInstallation(deps, request.body, anonymousSender(request))
      return reply.code(201).setCookie(sessionCookieName, refreshToken, cookie).send(shown)
    },
  })
}

/** Registers the route with the sign-in options. It also exists with an external provider. */
export function addOptionsRoute(app: Edge, deps: Pick<IdentityDeps, 'db' | 'config'>): void {
  route(app, {
    get: '/v1/auth/options',
    id: 'getSignInOptions',
    summary: 'Get the sign-in and sign-up options',
    description: 'What a sign-in page has to show: which ways to sign in exist, and whether an invitation is needed.',
    answers: signInOptions,
    does: () => readSignInOptions(deps),
  })
}
