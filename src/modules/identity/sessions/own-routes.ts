import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import type { IdentityDeps } from '../deps.ts'
import { done } from '../schema.ts'
import { endOwnSession } from './actions/end-own-session.ts'
import { listSessions } from './actions/list-sessions.ts'
import { sessionList, sessionParams } from './schema.ts'

const identity = { credential: 'identity' } as const

/** Registers the routes by which users see where they are signed in, and end a sign-in from elsewhere. */
export function addOwnSessionRoutes(app: Edge, deps: IdentityDeps): void {
  app.get(
    '/v1/auth/sessions',
    {
      config: { access: identity },
      schema: {
        operationId: 'listSessions',
        tags: ['Account'],
        summary: 'List where you are signed in',
        description: 'Lists your sign-ins that have not ended, the last one first, at most 100.',
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
        summary: 'Sign out elsewhere',
        description: 'Ends one of your sign-ins with its tokens, for example on a device that you have lost.',
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
