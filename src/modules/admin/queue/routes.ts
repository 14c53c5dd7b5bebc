import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import { access, route } from '../access.ts'
import type { QueueDeps } from '../deps.ts'
import { pauseQueue, readQueue, resumeQueue } from './actions.ts'
import { pauseBody, queueState, resumeBody } from './schema.ts'

export function queueRoutes(app: Edge, deps: QueueDeps): void {
  route(app, {
    get: '/v1/admin/queue',
    id: 'getQueue',
    summary: 'Get the publishing queue',
    description: 'Counts publications per network, webhook deliveries, and jobs, with the age of the oldest.',
    access: access.supportReads,
    answers: queueState,
    does: () => readQueue(deps),
  })
  route(app, {
    post: '/v1/admin/queue/pause',
    id: 'pauseQueue',
    summary: 'Pause publishing',
    description:
      'No process starts another publication on the network, or on any network if none is given. Calls in progress ' +
      'are completed. Waiting targets show the reason to users.',
    access: access.adminActs,
    body: pauseBody,
    answers: queueState,
    does: (request) => pauseQueue(deps, callerOf(request), request.body),
  })
  route(app, {
    post: '/v1/admin/queue/resume',
    id: 'resumeQueue',
    summary: 'Resume publishing',
    description:
      'Ends the pause of the network, or of every network. Posts that became due in the meantime are published, one ' +
      'per minute for each account.',
    access: access.adminActs,
    body: resumeBody,
    answers: queueState,
    does: (request) => resumeQueue(deps, callerOf(request), request.body),
  })
}
