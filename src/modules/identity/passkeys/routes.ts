import { callerOf } from '#infra/http/access.ts'
import { findRequestedLanguage } from '#infra/http/answer/page-language.ts'
import { anonymousSender } from '#infra/http/request/sender.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { browserCookie, makeBrowser, readBrowser } from '../bound-browser.ts'
import type { IdentityDeps } from '../deps.ts'
import { done } from '../schema.ts'
import { requireOwnOrigin, sessionCookieName, sessionCookieOptions } from '../sessions/cookie.ts'
import { browserSignIn } from '../sessions/schema.ts'
import { passkeyRefusals } from '../webauthn/ceremony.ts'
import { challengeMs } from '../webauthn/challenges.ts'
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  startRegistration,
  startSignIn,
} from './actions.ts'
import {
  addPasskeyBody,
  finishBody,
  passkey,
  passkeyList,
  passkeyParams,
  registrationOptions,
  renamePasskeyBody,
  signInOptions,
} from './schema.ts'

const onStart = ['passkeys_unavailable', 'origin_forbidden'] as const
const onReturn = [...onStart, 'passkey_invalid', 'passkey_challenge_invalid', 'passkey_origin_mismatch'] as const
const ownKey = ['passkey_forbidden', 'passkey_not_found'] as const
const route = routesWith({ tag: 'Passkeys' })

/** Registers the routes for signing in with a passkey, and for the caller's own passkeys. */
export function addPasskeyRoutes(app: Edge, deps: IdentityDeps): void {
  const attemptsPerMinute = deps.config.signInAttemptsPerMinute
  const session = sessionCookieOptions(deps.config)

  route(app, {
    post: '/v1/auth/passkeys/start',
    id: 'startPasskeySignIn',
    summary: 'Start signing in with a passkey',
    description:
      'Returns a challenge for `navigator.credentials.get`, and sets a cookie that binds it to this browser. Also use ' +
      'it for `passkey` of `POST /v1/auth/session`.',
    access: 'anyone',
    refuses: [...onStart],
    attemptsPerMinute,
    answers: signInOptions,
    does: async (request, reply) => {
      requireOwnOrigin(deps.config, request)
      const browser = readBrowser(deps.config, 'passkey', request) ?? makeBrowser()
      const options = await startSignIn(deps, browser)
      reply.setCookie(...browserCookie(deps.config, 'passkey', browser, challengeMs))
      return options
    },
  })
  route(app, {
    post: '/v1/auth/passkeys/finish',
    id: 'finishPasskeySignIn',
    summary: 'Sign in with a passkey',
    description:
      'Signs in the owner of the passkey, without a name or a password, and sets the cookie `posthorn_session`. A ' +
      'passkey replaces the code of a second factor, too.',
    access: 'anyone',
    refuses: [...passkeyRefusals, 'origin_forbidden', 'user_disabled', 'company_sign_in_required'],
    attemptsPerMinute,
    body: finishBody,
    answers: browserSignIn,
    does: async (request, reply) => {
      requireOwnOrigin(deps.config, request)
      const { refreshToken, ...shown } = await signInWithPasskey(
        deps,
        request.body.passkey,
        readBrowser(deps.config, 'passkey', request),
        anonymousSender(request),
        findRequestedLanguage(request),
      )
      reply.setCookie(sessionCookieName, refreshToken, session)
      return shown
    },
  })
  route(app, {
    get: '/v1/auth/me/passkeys',
    id: 'listPasskeys',
    summary: 'List your passkeys',
    description: 'Returns their names and last uses. The private keys never leave your devices.',
    access: 'identity',
    answers: passkeyList,
    does: (request) => listPasskeys(deps, callerOf(request)),
  })
  route(app, {
    post: '/v1/auth/me/passkeys/start',
    id: 'startPasskeyRegistration',
    summary: 'Start adding a passkey',
    description:
      'Requires a sign-in within the last 15 minutes. Returns the argument of `navigator.credentials.create`, and sets ' +
      'a cookie that binds it to this browser.',
    access: 'identity',
    refuses: [...onStart, 'reauthentication_required', 'company_sign_in_required', 'passkeys_full'],
    answers: registrationOptions,
    does: async (request, reply) => {
      requireOwnOrigin(deps.config, request)
      const browser = readBrowser(deps.config, 'passkey', request) ?? makeBrowser()
      const options = await startRegistration(deps, callerOf(request), browser)
      reply.setCookie(...browserCookie(deps.config, 'passkey', browser, challengeMs))
      return options
    },
  })
  route(app, {
    post: '/v1/auth/me/passkeys',
    id: 'addPasskey',
    summary: 'Add a passkey',
    description:
      'Requires a sign-in within the last 15 minutes. Only the account and the browser that started it can add the ' +
      'passkey. You get an email.',
    access: 'identity',
    refuses: [...onReturn, 'reauthentication_required', 'company_sign_in_required', 'passkeys_full', 'passkey_taken'],
    body: addPasskeyBody,
    answers: { 201: passkey },
    does: async (request, reply) => {
      requireOwnOrigin(deps.config, request)
      const browser = readBrowser(deps.config, 'passkey', request)
      return reply.code(201).send(await addPasskey(deps, callerOf(request), request.body, browser))
    },
  })
  route(app, {
    patch: '/v1/auth/me/passkeys/:id',
    id: 'renamePasskey',
    summary: 'Rename a passkey',
    description: 'The name is for you. Authenticators never see it.',
    access: 'identity',
    refuses: [...ownKey],
    params: passkeyParams,
    body: renamePasskeyBody,
    answers: passkey,
    does: (request) => renamePasskey(deps, callerOf(request), request.params.id, request.body.name),
  })
  route(app, {
    delete: '/v1/auth/me/passkeys/:id',
    id: 'removePasskey',
    summary: 'Remove a passkey',
    description:
      'Requires a sign-in within the last 15 minutes, and another way to sign in. Also delete it in your password ' +
      'manager. You get an email.',
    access: 'identity',
    refuses: [...ownKey, 'reauthentication_required', 'password_required'],
    params: passkeyParams,
    answers: done,
    does: async (request) => {
      await removePasskey(deps, callerOf(request), request.params.id)
      return { ok: true as const }
    },
  })
}
