import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import { access, route } from '../access.ts'
import type { CronDeps } from '../deps.ts'
import { changeCron, readConfigs, readStatus, runCron } from './actions.ts'
import { changeCronBody, cronConfig, cronConfigs, cronPath, cronStatus, startedRun } from './schema.ts'

export function cronRoutes(app: Edge, deps: CronDeps): void {
  route(app, {
    get: '/v1/admin/cron/status',
    id: 'getCronStatus',
    summary: 'Get the latest cron runs',
    description: 'Returns each run with its state, duration and error. A run starts only once across all processes.',
    access: access.supportReads,
    answers: cronStatus,
    does: () => readStatus(deps),
  })
  route(app, {
    get: '/v1/admin/cron/configs',
    id: 'listCronConfigs',
    summary: 'List cron schedules',
    description: 'Returns each periodic task with its schedule, and whether it is turned on.',
    access: access.supportReads,
    answers: cronConfigs,
    does: () => readConfigs(deps),
  })
  route(app, {
    post: '/v1/admin/cron/configs/:name',
    id: 'changeCron',
    summary: 'Change a cron’s schedule or turn it off',
    description: 'Takes effect on every process within a second. A schedule that never matches is rejected.',
    access: access.adminActs,
    refuses: ['cron_not_found'],
    params: cronPath,
    body: changeCronBody,
    answers: cronConfig,
    does: (request) => changeCron(deps, callerOf(request), request.params.name, request.body),
  })
  route(app, {
    post: '/v1/admin/cron/configs/:name/run',
    id: 'runCron',
    summary: 'Run a cron now',
    description: 'Starts a run in addition to the schedule. The cron status shows its outcome.',
    access: access.adminActs,
    refuses: ['cron_not_found', 'cron_runs_now'],
    params: cronPath,
    answers: startedRun,
    does: (request) => runCron(deps, callerOf(request), request.params.name),
  })
}
