import { callerOf } from '#infra/http/access.ts'
import { route } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import type { IdentityDeps } from '../deps.ts'
import { done } from '../schema.ts'
import { changeEmail, changeEmailUnverified, sendVerification, verifyEmail } from './actions.ts'
import { mailRequested, newEmailBody, verifyEmailBody } from './schema.ts'

/**
 * Registers the routes for the caller's own address. With an external identity provider, they also exist but refuse
 * with a pointer to that provider.
 */
export function addEmailRoutes(app: Edge, deps: IdentityDeps): void {
  route(app, {
    post: '/v1/auth/send-verification',
    id: 'sendVerification',
    tag: 'Account',
    summary: 'Send the confirmation email',
    description: 'Sends at most three emails an hour. Each new token replaces the previous one.',
    access: 'identity',
    refuses: ['email_already_verified', 'managed_by_identity_provider'],
    answers: { 201: mailRequested },
    does: async (request, reply) => reply.code(201).send(await sendVerification(deps, callerOf(request))),
  })
  route(app, {
    post: '/v1/auth/change-email',
    id: 'changeEmail',
    tag: 'Account',
    summary: 'Change your confirmed email address',
    description:
      'Emails a token to the new address and a notice to the current one. The address changes when the token is sent ' +
      'to `POST /v1/auth/verify-email`. Requires a sign-in within the last 15 minutes. The response does not reveal ' +
      'whether the new address already has an account.',
    access: 'identity',
    refuses: ['reauthentication_required', 'email_not_verified', 'managed_by_identity_provider'],
    body: newEmailBody,
    answers: { 201: mailRequested },
    does: async (request, reply) =>
      reply.code(201).send(await changeEmail(deps, callerOf(request), request.body.newEmail)),
  })
  route(app, {
    post: '/v1/auth/change-email-unverified',
    id: 'changeEmailUnverified',
    tag: 'Account',
    summary: 'Correct an unconfirmed email address',
    description:
      'Emails a token to the new address. The address is changed and confirmed when the token is sent to `POST ' +
      '/v1/auth/verify-email`. Tokens sent to the current address stop working immediately. Requires a sign-in ' +
      'within the last 15 minutes.',
    access: 'identity',
    refuses: ['reauthentication_required', 'email_already_verified', 'managed_by_identity_provider'],
    body: newEmailBody,
    answers: { 201: mailRequested },
    does: async (request, reply) =>
      reply.code(201).send(await changeEmailUnverified(deps, callerOf(request), request.body.newEmail)),
  })
}

/** Registers the routes that accept an emailed token and require no session. They belong to the embedded provider. */
export function addMailedTokenRoutes(app: Edge, deps: IdentityDeps): void {
  const attemptsPerMinute = deps.config.signInAttemptsPerMinute

  route(app, {
    post: '/v1/auth/verify-email',
    id: 'verifyEmail',
    tag: 'Identity',
    summary: 'Confirm an email address',
    description:
      'Confirms the address of a new account, or completes a change of address. Each token works once. ' +
      'Without the identity token of the account, company sign-in to an unconfirmed account is disconnected.',
    access: { credential: 'none', orIdentity: true },
    refuses: ['mail_token_invalid', 'email_taken'],
    attemptsPerMinute,
    body: verifyEmailBody,
    answers: done,
    does: async (request) => {
      await verifyEmail(deps, request.body.token, { caller: request.caller, requestId: request.id })
      return { ok: true as const }
    },
  })
}
