import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import { access } from '../access.ts'
import { pauseQueue, resumeQueue } from './actions/pause-queue.ts'
import { readQueue } from './actions/read-queue.ts'
import type { QueueDeps } from './deps.ts'
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
        summary: 'Read what waits to go out',
        description:
          'Counts the publications of each network, the deliveries of webhooks, and the jobs, with the age of the oldest.',
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
          'From now on no process takes a publication of the network, or of any network. Calls that are under way end. The targets of posts that wait show the reason to their users.',
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
        summary: 'Go on with publishing',
        description:
          'Ends the pause of the network, or of every network. What was due in the meantime goes out, each account one post a minute.',
        body: resumeBody,
        response: { 200: queueState },
      },
    },
    (request) => resumeQueue(deps, callerOf(request), request.body),
  )
}
