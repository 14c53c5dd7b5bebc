import { callerOf } from '#infra/http/access.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { readRun, readRuns, startRun } from './actions.ts'
import type { SelfTestDeps } from './deps.ts'
import { run, runBody, runList, runPath, runsQuery, started, testList } from './schema.ts'
import { selfTests } from './self-tests.ts'

/** These routes are only for signed-in users. */
const reading = { credential: 'identity', role: 'support' } as const
const running = { credential: 'identity', role: 'admin' } as const
const route = routesWith({ tag: 'Administration' })

export function selfTestRoutes(app: Edge, deps: SelfTestDeps): void {
  route(app, {
    get: '/v1/admin/tests',
    id: 'listSelfTests',
    summary: 'List the built-in self-tests',
    access: reading,
    answers: testList,
    does: async () => ({ tests: selfTests.map(({ name, about }) => ({ name, about })), nextCursor: null }),
  })
  route(app, {
    post: '/v1/admin/tests/run',
    id: 'runSelfTests',
    summary: 'Run self-tests',
    description:
      'A worker runs them, one run at a time across all processes. Follow `test.progress` in the event stream, or ' +
      'read the run.',
    access: running,
    refuses: ['self_tests_running'],
    body: runBody,
    answers: started,
    does: async (request) => ({ runId: await startRun(deps, callerOf(request), request.body.names) }),
  })
  route(app, {
    get: '/v1/admin/tests/runs',
    id: 'listSelfTestRuns',
    summary: 'List the last runs of self-tests',
    access: reading,
    query: runsQuery,
    answers: runList,
    does: async ({ query }) => ({ runs: await readRuns(deps, query.limit), nextCursor: null }),
  })
  route(app, {
    get: '/v1/admin/tests/runs/:runId',
    id: 'getSelfTestRun',
    summary: 'Get a run of self-tests with its results',
    access: reading,
    refuses: ['self_test_run_not_found'],
    params: runPath,
    answers: run,
    does: (request) => readRun(deps, request.params.runId),
  })
}
