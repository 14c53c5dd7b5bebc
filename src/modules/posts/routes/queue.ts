import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import { cancelPost, submitPost } from '../actions/queue.ts'
import type { PostDeps } from '../deps.ts'
import { readQueueStatus } from '../reading/actions.ts'
import { publishRefusals, queueTags, reachRefusals, reading, tags, writeRefusals, writing } from '../route-rules.ts'
import { cancelled, queueStatus, submitted } from '../schema/answers.ts'
import { post } from '../schema/post.ts'
import { postPath, queuePath } from '../schema/requests.ts'

export function addQueueRoutes(app: Edge, deps: PostDeps): void {
  app.post(
    '/v1/posts/:id/publish-now',
    {
      config: { access: writing, refusals: [...writeRefusals, ...publishRefusals, 'post_not_draft'] },
      schema: {
        operationId: 'publishPostNow',
        tags,
        summary: 'Publish a draft now',
        params: postPath,
        response: { 200: post },
      },
    },
    (request) => submitPost(deps, callerOf(request), request.params.id, 'publishNow'),
  )
  app.post(
    '/v1/queue/submit/:postId',
    {
      config: { access: writing, refusals: [...writeRefusals, ...publishRefusals, 'post_not_submittable'] },
      schema: {
        operationId: 'submitPost',
        tags: queueTags,
        summary: 'Add a post to the queue',
        description:
          'Publishes all unpublished targets now, regardless of the scheduled time. The scheduled time is kept.',
        params: queuePath,
        response: { 200: submitted },
      },
    },
    async (request) => {
      const { postId } = request.params
      const { platforms } = await submitPost(deps, callerOf(request), postId, 'submit')
      return { success: true as const, postId, platforms: [...platforms] }
    },
  )
  app.delete(
    '/v1/queue/cancel/:postId',
    {
      config: { access: writing, refusals: writeRefusals },
      schema: {
        operationId: 'cancelPost',
        tags: queueTags,
        summary: 'Remove a post from the queue',
        description:
          'The post becomes a draft and keeps its time. Targets that are already being published are completed.',
        params: queuePath,
        response: { 200: cancelled },
      },
    },
    (request) => cancelPost(deps, callerOf(request), request.params.postId),
  )
  app.get(
    '/v1/queue/status/:postId',
    {
      config: { access: reading, refusals: reachRefusals },
      schema: {
        operationId: 'getQueueStatus',
        tags: queueTags,
        summary: 'Get the progress of a post on each platform',
        params: queuePath,
        response: { 200: queueStatus },
      },
    },
    (request) => readQueueStatus(deps, callerOf(request), request.params.postId),
  )
}
