import type { FastifyRequest } from 'fastify'
import { callerOf } from '#infra/http/access.ts'
import { routesWith } from '#infra/http/route.ts'
import { mfaCodeHeaders, shortListQuery } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import type { Caller } from '#kernel/caller.ts'
import { pageOfWhole } from '#kernel/page.ts'
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
const route = routesWith({ tag: 'Secrets', access: { credential: 'identity', role: 'superadmin' } })
const codeRefusals = ['mfa_enrolment_required', 'mfa_required', 'mfa_code_invalid', 'mfa_paused'] as const
const refusals = ['secret_not_found', ...codeRefusals] as const

export function secretRoutes(app: Edge, deps: SecretDeps): void {
  /** Returns the caller once a code of the second factor has been used up. */
  const prove = async (request: FastifyRequest): Promise<Caller> => {
    const code = request.headers['x-mfa-code']
    await deps.requireSecondFactor(callerOf(request), typeof code === 'string' ? code : undefined)
    return callerOf(request)
  }
  route(app, {
    get: '/v1/admin/secrets',
    id: 'listSecrets',
    summary: 'List secrets',
    description:
      'Lists every secret that the installation can have, with its source and versions, but never its value.',
    refuses: [...codeRefusals, 'cursor_invalid'],
    headers: mfaCodeHeaders,
    query: shortListQuery,
    answers: secretList,
    does: async (request) => {
      await prove(request)
      const { secrets, generation } = await listSecrets(deps)
      const { items, ...rest } = pageOfWhole(secrets, request.query, ({ name }) => name)
      return { secrets: [...items], generation, ...rest }
    },
  })
  route(app, {
    post: '/v1/admin/secrets/create',
    id: 'createSecret',
    summary: 'Store a secret',
    description:
      'Encrypts and stores the first value of a secret. It overrides the environment after the next restart, ' +
      'so that all parts of an app’s credentials take effect together.',
    refuses: [...refusals, 'secret_exists'],
    headers: mfaCodeHeaders,
    body: createSecretBody,
    answers: secret,
    does: async (request) => createSecret(deps, await prove(request), request.body.name, request.body.value),
  })
  route(app, {
    post: '/v1/admin/secrets/restart',
    id: 'restartWithSecrets',
    summary: 'Apply the stored secrets on every node',
    description:
      'This node applies them before it responds; all others do so within 5 seconds. No process restarts, so no ' +
      'request is lost. Nothing changes if the resulting settings are invalid.',
    refuses: [...codeRefusals, 'secrets_contradict'],
    headers: mfaCodeHeaders,
    answers: secretsRestart,
    does: async (request) => restart(deps, await prove(request)),
  })
  route(app, {
    delete: '/v1/admin/secrets/registry/:name',
    id: 'deleteSecret',
    summary: 'Delete a secret and its versions',
    description: 'Revoke the secret and restart first.',
    refuses: [...refusals, 'secret_not_set', 'secret_in_force'],
    params: secretPath,
    headers: mfaCodeHeaders,
    answers: done,
    does: async (request) => {
      await forgetSecret(deps, await prove(request), request.params.name)
      return { ok: true as const }
    },
  })
  route(app, {
    post: '/v1/admin/secrets/:name',
    id: 'setSecret',
    summary: 'Store a new version of a secret',
    description: 'The current version stays in use until the next restart.',
    refuses: refusals,
    params: secretPath,
    headers: mfaCodeHeaders,
    body: setSecretBody,
    answers: secret,
    does: async (request) => setSecret(deps, await prove(request), request.params.name, request.body.value),
  })
  route(app, {
    post: '/v1/admin/secrets/:name/revoke',
    id: 'revokeSecret',
    summary: 'Revoke a stored secret',
    description: 'After the next restart, the environment value applies again.',
    refuses: refusals,
    params: secretPath,
    headers: mfaCodeHeaders,
    answers: secret,
    does: async (request) => revokeSecret(deps, await prove(request), request.params.name),
  })
  route(app, {
    post: '/v1/admin/secrets/:name/test',
    id: 'testSecret',
    summary: 'Test a secret',
    description:
      'Tests the newest value, stored or from the environment, against the network or server before it takes effect.',
    refuses: [...refusals, 'secret_not_set'],
    params: secretPath,
    headers: mfaCodeHeaders,
    answers: secretTest,
    does: async (request) => testSecret(deps, await prove(request), request.params.name),
  })
}
