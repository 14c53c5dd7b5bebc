import { callerOf } from '#infra/http/access.ts'
import { routesWith } from '#infra/http/route.ts'
import { mfaCodeHeaders } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import type { IdentityDeps } from '../deps.ts'
import { done } from '../schema.ts'
import { disableSecondFactor, generateRecoveryCodes, startEnrolment, verifyEnrolment } from './actions.ts'
import { enrolled, enrolmentStarted, recoveryCodes, verifyEnrolmentBody } from './schema.ts'

/** Access for enrolment: staff only, each for their own account. */
const staff = { credential: 'identity', role: 'support' } as const
/** Access for managing an existing factor: any user who has one, even after a demotion to user. */
const anybody = { credential: 'identity' } as const
const factorRefusals = ['mfa_required', 'mfa_code_invalid', 'mfa_paused'] as const
const route = routesWith({ tag: 'Second factor' })

export function addSecondFactorRoutes(app: Edge, deps: IdentityDeps): void {
  route(app, {
    post: '/v1/admin/mfa/enroll/start',
    repeats: 'shown once',
    id: 'startMfaEnrolment',
    summary: 'Start setting up a second factor',
    description:
      'The first setup requires a sign-in within the last 15 minutes. To replace a second factor, send one of its ' +
      'current codes as `X-MFA-Code`. Nothing changes until the new secret is verified. Only the most recent secret ' +
      'is valid.',
    access: staff,
    refuses: ['reauthentication_required', ...factorRefusals],
    headers: mfaCodeHeaders,
    answers: enrolmentStarted,
    does: (request) => startEnrolment(deps, callerOf(request), request.headers['x-mfa-code']),
  })
  route(app, {
    post: '/v1/admin/mfa/enroll/verify',
    repeats: 'shown once',
    id: 'verifyMfaEnrolment',
    summary: 'Enable your second factor',
    description:
      'From now on, sign-in and every operation that documents `X-MFA-Code` require a code. The recovery codes are ' +
      'shown only once. Each one replaces one code.',
    access: staff,
    refuses: ['mfa_code_invalid', 'mfa_paused', 'mfa_enrolment_not_started'],
    body: verifyEnrolmentBody,
    answers: enrolled,
    does: (request) => verifyEnrolment(deps, callerOf(request), request.body.code),
  })
  route(app, {
    post: '/v1/admin/mfa/recovery-codes/generate',
    repeats: 'shown once',
    id: 'generateRecoveryCodes',
    summary: 'Replace your recovery codes',
    description: 'The previous recovery codes stop working.',
    access: anybody,
    refuses: ['role_required', 'mfa_enrolment_required', ...factorRefusals],
    headers: mfaCodeHeaders,
    answers: recoveryCodes,
    does: (request) => generateRecoveryCodes(deps, callerOf(request), request.headers['x-mfa-code']),
  })
  route(app, {
    delete: '/v1/admin/mfa',
    id: 'disableMfa',
    summary: 'Remove your second factor',
    description: 'Signing in no longer needs a code. Recovery codes stop working.',
    access: anybody,
    refuses: ['mfa_enrolment_required', ...factorRefusals],
    headers: mfaCodeHeaders,
    answers: done,
    does: async (request) => {
      await disableSecondFactor(deps, callerOf(request), request.headers['x-mfa-code'])
      return { ok: true as const }
    },
  })
}
