import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import { access } from '../access.ts'
import type { CronDeps } from '../deps.ts'
import { changeCron, readConfigs, readStatus, runCron } from './actions.ts'
import { changeCronBody, cronConfig, cronConfigs, cronPath, cronStatus, startedRun } from './schema.ts'

const tags = ['Administration']

export function cronRoutes(app: Edge, deps: CronDeps): void {
  app.get(
    '/v1/admin/cron/status',
    {
      config: { access: access.supportReads },
      schema: {
        operationId: 'getCronStatus',
        tags,
        summary: 'Get the latest cron runs',
        description:
          'Returns each run with its state, duration and error. A run starts only once across all processes.',
        response: { 200: cronStatus },
      },
    },
    () => readStatus(deps),
  )
  app.get(
    '/v1/admin/cron/configs',
    {
      config: { access: access.supportReads },
      schema: {
        operationId: 'listCronConfigs',
        tags,
        summary: 'List cron schedules',
        response: { 200: cronConfigs },
      },
    },
    () => readConfigs(deps),
  )
  app.post(
    '/v1/admin/cron/configs/:name',
    {
      config: { access: access.adminActs, refusals: ['cron_not_found'] },
      schema: {
        operationId: 'changeCron',
        tags,
        summary: 'Change a cron’s schedule or turn it off',
        description: 'Takes effect on every process within a second. A schedule that never matches is rejected.',
        params: cronPath,
        body: changeCronBody,
        response: { 200: cronConfig },
      },
    },
    (request) => changeCron(deps, callerOf(request), request.params.name, request.body),
  )
  app.post(
    '/v1/admin/cron/configs/:name/run',
    {
      config: { access: access.adminActs, refusals: ['cron_not_found', 'cron_runs_now'] },
      schema: {
        operationId: 'runCron',
        tags,
        summary: 'Run a cron now',
        description: 'Starts a run in addition to the schedule. The cron status shows its outcome.',
        params: cronPath,
        response: { 200: startedRun },
      },
    },
    (request) => runCron(deps, callerOf(request), request.params.name),
  )
}
