import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import type { IdentityDeps } from '../deps.ts'
import { done } from '../schema.ts'
import { requestPasswordReset, resetPassword } from './actions.ts'
import { requestPasswordResetBody, resetPasswordBody } from './schema.ts'

const route = routesWith({ tag: 'Identity', access: 'anyone' })

/** Registers the routes that set a new password with an emailed token. They require no session. */
export function addPasswordRoutes(app: Edge, deps: IdentityDeps): void {
  const attemptsPerMinute = deps.config.signInAttemptsPerMinute

  route(app, {
    post: '/v1/auth/request-password-reset',
    id: 'requestPasswordReset',
    summary: 'Request a password reset by email',
    description:
      'Emails a token for setting a new password. An address without an account gets the same response, but no email.',
    attemptsPerMinute,
    body: requestPasswordResetBody,
    answers: done,
    does: async (request) => {
      await requestPasswordReset(deps, request.body.email)
      return { ok: true as const }
    },
  })
  route(app, {
    post: '/v1/auth/reset-password',
    id: 'resetPassword',
    summary: 'Set a new password with the emailed token',
    description: 'Signs the user out everywhere and confirms the email address. The token works once, within an hour.',
    refuses: ['mail_token_invalid'],
    attemptsPerMinute,
    body: resetPasswordBody,
    answers: done,
    does: async (request) => {
      await resetPassword(deps, request.body, request.id)
      return { ok: true as const }
    },
  })
}
