import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import type { IdentityDeps } from '../deps.ts'
import { done } from '../schema.ts'
import { endOwnSession } from './actions/end-own-session.ts'
import { listSessions } from './actions/list-sessions.ts'
import { sessionList, sessionParams } from './schema.ts'

const identity = { credential: 'identity' } as const

/** Registers the routes for listing and revoking a user's own sessions. */
export function addOwnSessionRoutes(app: Edge, deps: IdentityDeps): void {
  app.get(
    '/v1/auth/sessions',
    {
      config: { access: identity },
      schema: {
        operationId: 'listSessions',
        tags: ['Account'],
        summary: 'List your sessions',
        description: 'Lists up to 100 of your active sessions, most recent first.',
        response: { 200: sessionList },
      },
    },
    async (request) => ({ sessions: await listSessions(deps.db, callerOf(request), deps.clock.now()) }),
  )

  app.delete(
    '/v1/auth/sessions/:id',
    {
      config: { access: identity, refusals: ['session_forbidden', 'session_not_found'] },
      schema: {
        operationId: 'endSession',
        tags: ['Account'],
        summary: 'Revoke a session',
        description: 'Revokes one of your sessions and its tokens, for example on a lost device.',
        params: sessionParams,
        response: { 200: done },
      },
    },
    async (request) => {
      await endOwnSession(deps, callerOf(request), request.params.id)
      return { ok: true as const }
    },
  )
}
