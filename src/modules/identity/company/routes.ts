import { callerOf } from '#infra/http/access.ts'
import { findRequestedLanguage } from '#infra/http/answer/page-language.ts'
import { anonymousSender } from '#infra/http/request/sender.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { browserCookie, makeBrowser, readBrowser } from '../bound-browser.ts'
import type { IdentityDeps } from '../deps.ts'
import { done } from '../schema.ts'
import { requireOwnOrigin, sessionCookieName, sessionCookieOptions } from '../sessions/cookie.ts'
import { passkeyRefusals, verifyPasskey } from '../webauthn/ceremony.ts'
import {
  type CompanyDeps,
  endConnection,
  finishConnection,
  finishSignIn,
  flowMs,
  readConnection,
  requireCompany,
  startConnection,
  startFlow,
} from './actions.ts'
import { createCompanyProvider } from './provider.ts'
import { connection, finishBody, finishConnectionBody, finished, startBody, started } from './schema.ts'

/** Adds the identity provider, with what it keeps in memory, to the dependencies. */
export const withProvider = (deps: IdentityDeps): CompanyDeps => ({
  ...deps,
  provider: deps.config.company && createCompanyProvider(deps, deps.config.company),
})

const atProvider = ['company_sign_in_not_configured', 'identity_provider_unavailable', 'origin_forbidden'] as const
const onReturn = ['oauth_state_invalid', 'company_sign_in_failed', 'company_account_taken'] as const
const route = routesWith({ tag: 'Company sign-in' })

/** Registers the routes for signing in at the operator's identity provider, and for connecting an account with it. */
export function addCompanyRoutes(app: Edge, deps: CompanyDeps): void {
  const attemptsPerMinute = deps.config.signInAttemptsPerMinute
  const session = sessionCookieOptions(deps.config)

  route(app, {
    post: '/v1/auth/company/start',
    id: 'startCompanySignIn',
    summary: 'Start a company sign-in',
    description:
      'Returns the page of the identity provider to open, and sets a cookie that binds the sign-in to this browser. ' +
      'The provider sends the browser back to `/auth/company`. With the identity token of a signed-in person, it asks ' +
      'them to sign in there again.',
    access: { credential: 'none', orIdentity: true },
    refuses: [...atProvider],
    attemptsPerMinute,
    body: startBody,
    answers: started,
    does: async (request, reply) => {
      requireOwnOrigin(deps.config, request)
      requireCompany(deps)
      const browser = readBrowser(deps.config, 'company', request) ?? makeBrowser()
      const url = await startFlow(deps, {
        browser,
        next: request.body.next ?? null,
        isAgain: request.caller?.kind === 'user',
      })
      reply.setCookie(...browserCookie(deps.config, 'company', browser, flowMs))
      return { url }
    },
  })
  route(app, {
    post: '/v1/auth/company/finish',
    id: 'finishCompanySignIn',
    summary: 'Finish a company sign-in',
    description:
      'Signs in the person whom the identity provider sent back, and sets the cookie `posthorn_session`. A person is ' +
      'recognized by issuer and `sub`. At their first sign-in, they get the account with the same verified address, or ' +
      'a new one, as SIGN_UP allows.',
    access: 'anyone',
    refuses: [
      ...atProvider,
      ...onReturn,
      'company_address_unverified',
      'setup_code_required',
      'sign_up_closed',
      'invite_required',
      'email_taken',
      'user_disabled',
      'mfa_required',
      'mfa_code_invalid',
      'mfa_paused',
      ...passkeyRefusals,
    ],
    attemptsPerMinute,
    body: finishBody,
    answers: finished,
    does: async (request, reply) => {
      requireOwnOrigin(deps.config, request)
      const browser = readBrowser(deps.config, 'company', request)
      const from = anonymousSender(request)
      const language = findRequestedLanguage(request)
      const { passkey: given, ...returned } = request.body
      const passkey = given && (await verifyPasskey(deps, given, readBrowser(deps.config, 'passkey', request)))
      const { refreshToken, ...shown } = await finishSignIn(deps, { ...returned, passkey }, browser, from, language)
      reply.setCookie(sessionCookieName, refreshToken, session)
      return shown
    },
  })
  route(app, {
    get: '/v1/auth/me/company',
    id: 'getCompanyConnection',
    summary: 'Get your company sign-in',
    description: 'Says whether your account is connected with a person at the identity provider.',
    access: 'identity',
    answers: connection,
    does: (request) => readConnection(deps, callerOf(request)),
  })
  route(app, {
    post: '/v1/auth/me/company/start',
    id: 'startCompanyConnection',
    summary: 'Start connecting company sign-in',
    description: 'Requires a sign-in within the last 15 minutes. Continues like a company sign-in.',
    access: 'identity',
    refuses: [...atProvider, 'reauthentication_required'],
    answers: started,
    does: async (request, reply) => {
      requireOwnOrigin(deps.config, request)
      const browser = readBrowser(deps.config, 'company', request) ?? makeBrowser()
      const url = await startConnection(deps, callerOf(request), browser)
      reply.setCookie(...browserCookie(deps.config, 'company', browser, flowMs))
      return { url }
    },
  })
  route(app, {
    post: '/v1/auth/me/company/finish',
    id: 'finishCompanyConnection',
    summary: 'Finish connecting company sign-in',
    description: 'Only the account and the browser that started it can finish it.',
    access: 'identity',
    refuses: [...atProvider, ...onReturn],
    body: finishConnectionBody,
    answers: done,
    does: async (request) => {
      requireOwnOrigin(deps.config, request)
      await finishConnection(deps, callerOf(request), request.body, readBrowser(deps.config, 'company', request))
      return { ok: true as const }
    },
  })
  route(app, {
    delete: '/v1/auth/me/company',
    id: 'endCompanyConnection',
    summary: 'Disconnect company sign-in',
    description: 'Requires a sign-in within the last 15 minutes, and a password to sign in with afterwards.',
    access: 'identity',
    refuses: ['company_sign_in_not_configured', 'reauthentication_required', 'password_required'],
    answers: done,
    does: async (request) => {
      await endConnection(deps, callerOf(request))
      return { ok: true as const }
    },
  })
}
