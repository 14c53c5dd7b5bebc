import { callerOf } from '#infra/http/access.ts'
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
const tags = ['Second factor']

export function addSecondFactorRoutes(app: Edge, deps: IdentityDeps): void {
  app.post(
    '/v1/admin/mfa/enroll/start',
    {
      config: { access: staff, refusals: ['reauthentication_required', ...factorRefusals] },
      schema: {
        operationId: 'startMfaEnrolment',
        tags,
        summary: 'Start setting up a second factor',
        description:
          'The first setup requires a sign-in within the last 15 minutes. To replace a second factor, send one of its current codes as `X-MFA-Code`. Nothing changes until the new secret is verified. Only the most recent secret is valid.',
        headers: mfaCodeHeaders,
        response: { 200: enrolmentStarted },
      },
    },
    (request) => startEnrolment(deps, callerOf(request), request.headers['x-mfa-code']),
  )

  app.post(
    '/v1/admin/mfa/enroll/verify',
    {
      config: { access: staff, refusals: ['mfa_code_invalid', 'mfa_paused', 'mfa_enrolment_not_started'] },
      schema: {
        operationId: 'verifyMfaEnrolment',
        tags,
        summary: 'Enable your second factor',
        description:
          'From now on, sign-in and every operation that documents `X-MFA-Code` require a code. The recovery codes are shown only once. Each one replaces one code.',
        body: verifyEnrolmentBody,
        response: { 200: enrolled },
      },
    },
    (request) => verifyEnrolment(deps, callerOf(request), request.body.code),
  )

  app.post(
    '/v1/admin/mfa/recovery-codes/generate',
    {
      config: { access: anybody, refusals: ['mfa_enrolment_required', ...factorRefusals] },
      schema: {
        operationId: 'generateRecoveryCodes',
        tags,
        summary: 'Replace your recovery codes',
        description: 'The previous recovery codes stop working.',
        headers: mfaCodeHeaders,
        response: { 200: recoveryCodes },
      },
    },
    (request) => generateRecoveryCodes(deps, callerOf(request), request.headers['x-mfa-code']),
  )

  app.delete(
    '/v1/admin/mfa',
    {
      config: { access: anybody, refusals: ['mfa_enrolment_required', ...factorRefusals] },
      schema: {
        operationId: 'disableMfa',
        tags,
        summary: 'Remove your second factor',
        headers: mfaCodeHeaders,
        response: { 200: done },
      },
    },
    async (request) => {
      await disableSecondFactor(deps, callerOf(request), request.headers['x-mfa-code'])
      return { ok: true as const }
    },
  )
}
