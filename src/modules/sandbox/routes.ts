import type { Edge } from '#infra/http/server.ts'
import type { SandboxDeps } from './deps.ts'
import { clock, clockBody, fault, faultBody, faultList, networkPath } from './schema.ts'
import { listFaults, moveClock, readClock, removeAllFaults, removeFaults, setFault } from './weather.ts'

const reading = { credential: 'key-or-identity', scope: 'admin:read', role: 'admin' } as const
const writing = { credential: 'key-or-identity', scope: 'admin:write', role: 'admin' } as const
const refusals = ['sandbox_off', 'sandbox_unavailable'] as const
const tags = ['Sandbox']

export function sandboxRoutes(app: Edge, deps: SandboxDeps): void {
  app.get(
    '/v1/sandbox/faults',
    {
      config: { access: reading, refusals },
      schema: {
        operationId: 'listSandboxFaults',
        tags,
        summary: 'List sandbox faults',
        response: { 200: faultList },
      },
    },
    () => listFaults(deps),
  )
  app.put(
    '/v1/sandbox/faults/:platform',
    {
      config: { access: writing, refusals: [...refusals, 'platform_not_found'] },
      schema: {
        operationId: 'setSandboxFault',
        tags,
        summary: 'Add a fault to a sandbox network',
        description: 'The network simulates this fault instead of any earlier ones. Real networks are never affected.',
        params: networkPath,
        body: faultBody,
        response: { 200: fault },
      },
    },
    ({ params, body }) => setFault(deps, params.platform, body),
  )
  app.delete(
    '/v1/sandbox/faults/:platform',
    {
      config: { access: writing, refusals: [...refusals, 'platform_not_found'] },
      schema: {
        operationId: 'removeSandboxFault',
        tags,
        summary: 'Clear the faults of a sandbox network',
        description: 'Returns the remaining faults.',
        params: networkPath,
        response: { 200: faultList },
      },
    },
    ({ params }) => removeFaults(deps, params.platform),
  )
  app.delete(
    '/v1/sandbox/faults',
    {
      config: { access: writing, refusals },
      schema: {
        operationId: 'removeAllSandboxFaults',
        tags,
        summary: 'Clear all sandbox faults',
        description: 'Returns the remaining faults, which is an empty list.',
        response: { 200: faultList },
      },
    },
    () => removeAllFaults(deps),
  )
  app.get(
    '/v1/sandbox/clock',
    {
      config: { access: reading, refusals },
      schema: {
        operationId: 'getSandboxClock',
        tags,
        summary: 'Get the sandbox clock',
        response: { 200: clock },
      },
    },
    () => readClock(deps),
  )
  app.post(
    '/v1/sandbox/clock',
    {
      config: { access: writing, refusals },
      schema: {
        operationId: 'moveSandboxClock',
        tags,
        summary: 'Advance the sandbox clock',
        description:
          'Time passes on the sandbox networks: metrics grow, tokens expire, videos finish processing. Your own schedule is not affected.',
        body: clockBody,
        response: { 200: clock },
      },
    },
    ({ body }) => moveClock(deps, body.advanceMs),
  )
}
