import { findRequestedLanguage } from '#infra/http/answer/page-language.ts'
import { anonymousSender } from '#infra/http/request/sender.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { Refusal } from '#kernel/errors.ts'
import type { SessionId } from '#kernel/ids.ts'
import { readBrowser } from '../bound-browser.ts'
import type { IdentityDeps } from '../deps.ts'
import { passkeyRefusals } from '../webauthn/ceremony.ts'
import { refresh, signIn, signOut } from './actions.ts'
import { requireOwnOrigin, sessionCookieName, sessionCookieOptions, sessionPath } from './cookie.ts'
import { browserSignIn, browserSignInBody, signedOut } from './schema.ts'

const factorRefusals = ['mfa_required', 'mfa_code_invalid', 'mfa_paused'] as const
const route = routesWith({ tag: 'Identity', access: 'anyone' })

/** Returns where a session also signs out, if it was opened elsewhere. */
export type FindSignOutUrl = (id: SessionId) => Promise<string | null>

/** Registers the routes for sign-in from a browser: the refresh token is in a cookie and never in a response body. */
export function addBrowserRoutes(app: Edge, deps: IdentityDeps, findSignOutUrl: FindSignOutUrl): void {
  const attemptsPerMinute = deps.config.signInAttemptsPerMinute
  const cookie = sessionCookieOptions(deps.config)

  route(app, {
    post: sessionPath,
    id: 'openBrowserSession',
    summary: 'Sign in from a browser',
    description:
      'Sets the cookie `posthorn_session`. `POST /v1/auth/session/refresh` returns the next identity token. If the ' +
      'user has not chosen a language, emails use the browser’s language from then on.',
    refuses: [
      'invalid_credentials',
      'sign_in_paused',
      ...factorRefusals,
      ...passkeyRefusals,
      'company_sign_in_required',
      'origin_forbidden',
    ],
    attemptsPerMinute,
    body: browserSignInBody,
    answers: browserSignIn,
    does: async (request, reply) => {
      requireOwnOrigin(deps.config, request)
      const { passkey, ...input } = request.body
      const { refreshToken, ...shown } = await signIn(deps, input, anonymousSender(request), {
        language: findRequestedLanguage(request),
        passkey,
        browser: readBrowser(deps.config, 'passkey', request),
      })
      reply.setCookie(sessionCookieName, refreshToken, cookie)
      return shown
    },
  })
  route(app, {
    post: `${sessionPath}/refresh`,
    id: 'refreshBrowserSession',
    summary: 'Get the next identity token with the cookie',
    description:
      'Only one open page may call this at a time (use `navigator.locks`): using a cookie a second time revokes the ' +
      'session.',
    // The general limit is enough: cookies cannot be guessed, and every page load makes one request.
    refuses: ['refresh_token_invalid', 'origin_forbidden'],
    answers: browserSignIn,
    does: async (request, reply) => {
      requireOwnOrigin(deps.config, request)
      try {
        const { refreshToken, ...shown } = await refresh(deps, request.cookies[sessionCookieName] ?? '')
        reply.setCookie(sessionCookieName, refreshToken, cookie)
        return shown
      } catch (error) {
        // Clear a cookie that can never work again. After a temporary error, the cookie stays.
        if (error instanceof Refusal && error.code === 'refresh_token_invalid')
          reply.clearCookie(sessionCookieName, cookie)
        throw error
      }
    },
  })
  route(app, {
    delete: sessionPath,
    id: 'closeBrowserSession',
    summary: 'Sign out of a browser',
    description:
      'Revokes the session and removes its cookie. Succeeds without a session, too. `signOutUrl` is the page of the ' +
      'identity provider to open next, if the session was opened there.',
    refuses: ['origin_forbidden'],
    attemptsPerMinute,
    answers: signedOut,
    does: async (request, reply) => {
      requireOwnOrigin(deps.config, request)
      const token = request.cookies[sessionCookieName]
      const ended = token === undefined ? null : await signOut(deps, token)
      reply.clearCookie(sessionCookieName, cookie)
      return { ok: true as const, signOutUrl: ended && (await findSignOutUrl(ended)) }
    },
  })
}
