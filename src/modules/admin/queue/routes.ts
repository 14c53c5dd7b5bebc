import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import { access } from '../access.ts'
import type { QueueDeps } from '../deps.ts'
import { pauseQueue, readQueue, resumeQueue } from './actions.ts'
import { pauseBody, queueState, resumeBody } from './schema.ts'

const tags = ['Administration']

export function queueRoutes(app: Edge, deps: QueueDeps): void {
  app.get(
    '/v1/admin/queue',
    {
      config: { access: access.supportReads },
      schema: {
        operationId: 'getQueue',
        tags,
        summary: 'Get the publishing queue',
        description: 'Counts publications per network, webhook deliveries, and jobs, with the age of the oldest.',
        response: { 200: queueState },
      },
    },
    () => readQueue(deps),
  )
  app.post(
    '/v1/admin/queue/pause',
    {
      config: { access: access.adminActs },
      schema: {
        operationId: 'pauseQueue',
        tags,
        summary: 'Pause publishing',
        description:
          'No process starts another publication on the network, or on any network if none is given. Calls in progress are completed. Waiting targets show the reason to users.',
        body: pauseBody,
        response: { 200: queueState },
      },
    },
    (request) => pauseQueue(deps, callerOf(request), request.body),
  )
  app.post(
    '/v1/admin/queue/resume',
    {
      config: { access: access.adminActs },
      schema: {
        operationId: 'resumeQueue',
        tags,
        summary: 'Resume publishing',
        description:
          'Ends the pause of the network, or of every network. Posts that became due in the meantime are published, one per minute for each account.',
        body: resumeBody,
        response: { 200: queueState },
      },
    },
    (request) => resumeQueue(deps, callerOf(request), request.body),
  )
}
