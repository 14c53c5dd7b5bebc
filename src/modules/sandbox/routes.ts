import { routesWith } from '#infra/http/route.ts'
import { shortListQuery } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import type { SandboxDeps } from './deps.ts'
import { clock, clockBody, fault, faultBody, faultList, networkPath } from './schema.ts'
import { listFaults, moveClock, readClock, removeAllFaults, removeFaults, setFault } from './weather.ts'

const reading = { credential: 'key-or-identity', scope: 'admin:read', role: 'admin' } as const
const writing = { credential: 'key-or-identity', scope: 'admin:write', role: 'admin' } as const
const refusals = ['sandbox_off', 'sandbox_unavailable'] as const
const route = routesWith({ tag: 'Sandbox', refuses: refusals })

export function sandboxRoutes(app: Edge, deps: SandboxDeps): void {
  route(app, {
    get: '/v1/sandbox/faults',
    id: 'listSandboxFaults',
    summary: 'List sandbox faults',
    description: 'Returns the faults that the simulated networks currently have.',
    access: reading,
    refuses: [...refusals, 'cursor_invalid'],
    query: shortListQuery,
    answers: faultList,
    does: ({ query }) => listFaults(deps, query),
  })
  route(app, {
    put: '/v1/sandbox/faults/:platform',
    id: 'setSandboxFault',
    summary: 'Add a fault to a sandbox network',
    description: 'The network simulates this fault instead of any earlier ones. Real networks are never affected.',
    access: writing,
    refuses: [...refusals, 'platform_not_found'],
    params: networkPath,
    body: faultBody,
    answers: fault,
    does: ({ params, body }) => setFault(deps, params.platform, body),
  })
  route(app, {
    delete: '/v1/sandbox/faults/:platform',
    id: 'removeSandboxFault',
    summary: 'Clear the faults of a sandbox network',
    description: 'Returns the remaining faults.',
    access: writing,
    refuses: [...refusals, 'platform_not_found'],
    params: networkPath,
    answers: faultList,
    does: ({ params }) => removeFaults(deps, params.platform),
  })
  route(app, {
    delete: '/v1/sandbox/faults',
    id: 'removeAllSandboxFaults',
    summary: 'Clear all sandbox faults',
    description: 'Returns the remaining faults, which is an empty list.',
    access: writing,
    answers: faultList,
    does: () => removeAllFaults(deps),
  })
  route(app, {
    get: '/v1/sandbox/clock',
    id: 'getSandboxClock',
    summary: 'Get the sandbox clock',
    description: 'Returns the time of the sandbox, which can be ahead of the real one.',
    access: reading,
    answers: clock,
    does: () => readClock(deps),
  })
  route(app, {
    post: '/v1/sandbox/clock',
    id: 'moveSandboxClock',
    summary: 'Advance the sandbox clock',
    description:
      'Time passes on the sandbox networks: metrics grow, tokens expire, videos finish processing. Your own schedule ' +
      'is not affected.',
    access: writing,
    body: clockBody,
    answers: clock,
    does: ({ body }) => moveClock(deps, body.advanceMs),
  })
}
