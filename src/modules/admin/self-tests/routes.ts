import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import { readRun, readRuns, startRun } from './actions.ts'
import type { SelfTestDeps } from './deps.ts'
import { run, runBody, runList, runPath, runsQuery, started, testList } from './schema.ts'
import { selfTests } from './self-tests.ts'

/** These routes are only for signed-in users. */
const reading = { credential: 'identity', role: 'support' } as const
const running = { credential: 'identity', role: 'admin' } as const
const tags = ['Administration']

export function selfTestRoutes(app: Edge, deps: SelfTestDeps): void {
  app.get(
    '/v1/admin/tests',
    {
      config: { access: reading },
      schema: {
        operationId: 'listSelfTests',
        tags,
        summary: 'List the built-in self-tests',
        response: { 200: testList },
      },
    },
    async () => ({ tests: selfTests.map(({ name, about }) => ({ name, about })), nextCursor: null }),
  )
  app.post(
    '/v1/admin/tests/run',
    {
      config: { access: running, refusals: ['self_tests_running'] },
      schema: {
        operationId: 'runSelfTests',
        tags,
        summary: 'Run self-tests',
        description:
          'A worker runs them, one run at a time across all processes. Follow `test.progress` in the event stream, or read the run.',
        body: runBody,
        response: { 200: started },
      },
    },
    async (request) => ({ runId: await startRun(deps, callerOf(request), request.body.names) }),
  )
  app.get(
    '/v1/admin/tests/runs',
    {
      config: { access: reading },
      schema: {
        operationId: 'listSelfTestRuns',
        tags,
        summary: 'List the last runs of self-tests',
        querystring: runsQuery,
        response: { 200: runList },
      },
    },
    async ({ query }) => ({ runs: await readRuns(deps, query.limit), nextCursor: null }),
  )
  app.get(
    '/v1/admin/tests/runs/:runId',
    {
      config: { access: reading, refusals: ['self_test_run_not_found'] },
      schema: {
        operationId: 'getSelfTestRun',
        tags,
        summary: 'Get a run of self-tests with its results',
        params: runPath,
        response: { 200: run },
      },
    },
    (request) => readRun(deps, request.params.runId),
  )
}
