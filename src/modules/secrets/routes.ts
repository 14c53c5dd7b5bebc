import type { FastifyRequest } from 'fastify'
import { callerOf } from '#infra/http/access.ts'
import { mfaCodeHeaders } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import type { Caller } from '#kernel/caller.ts'
import { createSecret, forgetSecret, listSecrets, revokeSecret, setSecret, testSecret } from './actions.ts'
import type { SecretDeps } from './deps.ts'
import { restart } from './restart.ts'
import {
  createSecretBody,
  done,
  secret,
  secretList,
  secretPath,
  secretsRestart,
  secretTest,
  setSecretBody,
} from './schema.ts'

/** Decided: a deliberate hardening of operations that the interface marks as open. */
const access = { credential: 'identity', role: 'superadmin' } as const
const codeRefusals = ['mfa_enrolment_required', 'mfa_required', 'mfa_code_invalid', 'mfa_paused'] as const
const refusals = ['secret_not_found', ...codeRefusals] as const
const tags = ['Secrets']

export function secretRoutes(app: Edge, deps: SecretDeps): void {
  /** Returns the caller once a code of the second factor has been used up. */
  const prove = async (request: FastifyRequest): Promise<Caller> => {
    const code = request.headers['x-mfa-code']
    await deps.requireSecondFactor(callerOf(request), typeof code === 'string' ? code : undefined)
    return callerOf(request)
  }
  app.get(
    '/v1/admin/secrets',
    {
      config: { access, refusals: codeRefusals },
      schema: {
        operationId: 'listSecrets',
        tags,
        summary: 'List secrets',
        description:
          'Lists every secret that the installation can have, with its source and versions, but never its value.',
        headers: mfaCodeHeaders,
        response: { 200: secretList },
      },
    },
    async (request) => {
      await prove(request)
      return { ...(await listSecrets(deps)), nextCursor: null }
    },
  )
  app.post(
    '/v1/admin/secrets/create',
    {
      config: { access, refusals: [...refusals, 'secret_exists'] },
      schema: {
        operationId: 'createSecret',
        tags,
        summary: 'Store a secret',
        description:
          'Stores the first value of a secret, sealed. It takes precedence over the environment after the next restart, so that all parts of an app’s credentials take effect together.',
        headers: mfaCodeHeaders,
        body: createSecretBody,
        response: { 200: secret },
      },
    },
    async (request) => createSecret(deps, await prove(request), request.body.name, request.body.value),
  )
  app.post(
    '/v1/admin/secrets/restart',
    {
      config: { access, refusals: [...codeRefusals, 'secrets_contradict'] },
      schema: {
        operationId: 'restartWithSecrets',
        tags,
        summary: 'Apply the stored secrets on every node',
        description:
          'This node applies them before it responds; all others do so within 5 seconds. No process restarts, so no request is lost. Nothing changes if the resulting settings are invalid.',
        headers: mfaCodeHeaders,
        response: { 200: secretsRestart },
      },
    },
    async (request) => restart(deps, await prove(request)),
  )
  app.delete(
    '/v1/admin/secrets/registry/:name',
    {
      config: { access, refusals: [...refusals, 'secret_not_set', 'secret_in_force'] },
      schema: {
        operationId: 'deleteSecret',
        tags,
        summary: 'Delete a secret and its versions',
        description: 'Revoke the secret and restart first.',
        headers: mfaCodeHeaders,
        params: secretPath,
        response: { 200: done },
      },
    },
    async (request) => {
      await forgetSecret(deps, await prove(request), request.params.name)
      return { ok: true as const }
    },
  )
  addVersionRoutes(app, deps, prove)
}

function addVersionRoutes(app: Edge, deps: SecretDeps, prove: (request: FastifyRequest) => Promise<Caller>): void {
  app.post(
    '/v1/admin/secrets/:name',
    {
      config: { access, refusals },
      schema: {
        operationId: 'setSecret',
        tags,
        summary: 'Store a new version of a secret',
        description: 'The current version stays in use until the next restart.',
        headers: mfaCodeHeaders,
        params: secretPath,
        body: setSecretBody,
        response: { 200: secret },
      },
    },
    async (request) => setSecret(deps, await prove(request), request.params.name, request.body.value),
  )
  app.post(
    '/v1/admin/secrets/:name/revoke',
    {
      config: { access, refusals },
      schema: {
        operationId: 'revokeSecret',
        tags,
        summary: 'Revoke a stored secret',
        description: 'After the next restart, the environment value applies again.',
        headers: mfaCodeHeaders,
        params: secretPath,
        response: { 200: secret },
      },
    },
    async (request) => revokeSecret(deps, await prove(request), request.params.name),
  )
  app.post(
    '/v1/admin/secrets/:name/test',
    {
      config: { access, refusals: [...refusals, 'secret_not_set'] },
      schema: {
        operationId: 'testSecret',
        tags,
        summary: 'Test a secret',
        description:
          'Tests the newest value, stored or from the environment, against the network or server before it takes effect.',
        headers: mfaCodeHeaders,
        params: secretPath,
        response: { 200: secretTest },
      },
    },
    async (request) => testSecret(deps, await prove(request), request.params.name),
  )
}
