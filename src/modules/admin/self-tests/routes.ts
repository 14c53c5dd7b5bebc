import { callerOf } from '#infra/http/access.ts'
import { routesWith } from '#infra/http/route.ts'
import { shortListQuery } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import { pageOfWhole } from '#kernel/page.ts'
import { readRun, readRuns, startRun } from './actions.ts'
import type { SelfTestDeps } from './deps.ts'
import { run, runBody, runList, runPath, runsQuery, started, testList } from './schema.ts'
import { selfTests } from './self-tests.ts'

/** Routes that only signed-in users can call. */
const reading = { credential: 'identity', role: 'support' } as const
const running = { credential: 'identity', role: 'admin' } as const
const route = routesWith({ tag: 'Administration' })

export function selfTestRoutes(app: Edge, deps: SelfTestDeps): void {
  route(app, {
    get: '/v1/admin/tests',
    id: 'listSelfTests',
    summary: 'List the built-in self-tests',
    description: 'Returns the checks that an administrator can run against the installation.',
    access: reading,
    refuses: ['cursor_invalid'],
    query: shortListQuery,
    answers: testList,
    does: async ({ query }) => {
      const { items, ...rest } = pageOfWhole(selfTests, query, ({ name }) => name)
      return { tests: items.map(({ name, about }) => ({ name, about })), ...rest }
    },
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
    summary: 'List the runs of self-tests, newest first',
    description: 'Returns the latest runs, newest first.',
    access: reading,
    refuses: ['cursor_invalid'],
    query: runsQuery,
    answers: runList,
    does: ({ query }) => readRuns(deps, query),
  })
  route(app, {
    get: '/v1/admin/tests/runs/:runId',
    id: 'getSelfTestRun',
    summary: 'Get a run of self-tests with its results',
    description: 'Returns the result of each self-test of a run. Results are added while the run is in progress.',
    access: reading,
    refuses: ['self_test_run_not_found'],
    params: runPath,
    answers: run,
    does: (request) => readRun(deps, request.params.runId),
  })
}
