import { findAskedLanguage } from '#infra/http/answer/page-language.ts'
import { anonymousSender } from '#infra/http/request/sender.ts'
import type { Edge } from '#infra/http/server.ts'
import { Refusal } from '#kernel/errors.ts'
import type { IdentityDeps } from '../deps.ts'
import { done } from '../schema.ts'
import { refresh, signIn, signOut } from './actions.ts'
import { requireOwnOrigin, sessionCookieName, sessionCookieOptions, sessionPath } from './cookie.ts'
import { browserSignIn, signInBody } from './schema.ts'

const factorRefusals = ['mfa_required', 'mfa_code_invalid', 'mfa_paused'] as const
const open = { credential: 'none' } as const

/** Registers the routes for sign-in from a browser: the refresh token is in a cookie and never in a response body. */
export function addBrowserRoutes(app: Edge, deps: IdentityDeps): void {
  const attemptsPerMinute = deps.config.signInAttemptsPerMinute
  const cookie = sessionCookieOptions(deps.config)

  app.post(
    sessionPath,
    {
      config: {
        access: open,
        attemptsPerMinute,
        refusals: ['invalid_credentials', 'sign_in_paused', ...factorRefusals, 'origin_forbidden'],
      },
      schema: {
        operationId: 'openBrowserSession',
        tags: ['Identity'],
        summary: 'Sign in from a browser',
        description:
          'Sets the cookie `posthorn_session`. `POST /v1/auth/session/refresh` returns the next identity token. If the user has not chosen a language, emails use the browser’s language from then on.',
        body: signInBody,
        response: { 200: browserSignIn },
      },
    },
    async (request, reply) => {
      requireOwnOrigin(deps.config, request)
      const { refreshToken, ...shown } = await signIn(
        deps,
        request.body,
        anonymousSender(request),
        findAskedLanguage(request),
      )
      reply.setCookie(sessionCookieName, refreshToken, cookie)
      return shown
    },
  )

  app.post(
    `${sessionPath}/refresh`,
    {
      // The general limit is enough: cookies cannot be guessed, and every page load makes one request.
      config: { access: open, refusals: ['refresh_token_invalid', 'origin_forbidden'] },
      schema: {
        operationId: 'refreshBrowserSession',
        tags: ['Identity'],
        summary: 'Get the next identity token with the cookie',
        description:
          'Only one open page may call this at a time (use `navigator.locks`): using a cookie a second time revokes the session.',
        response: { 200: browserSignIn },
      },
    },
    async (request, reply) => {
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
  )

  app.delete(
    sessionPath,
    {
      config: { access: open, attemptsPerMinute, refusals: ['origin_forbidden'] },
      schema: {
        operationId: 'closeBrowserSession',
        tags: ['Identity'],
        summary: 'Sign out of a browser',
        response: { 200: done },
      },
    },
    async (request, reply) => {
      requireOwnOrigin(deps.config, request)
      const token = request.cookies[sessionCookieName]
      if (token !== undefined) await signOut(deps, token)
      reply.clearCookie(sessionCookieName, cookie)
      return { ok: true as const }
    },
  )
}
