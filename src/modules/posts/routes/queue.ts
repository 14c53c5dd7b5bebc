import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import { cancelPost, submitPost } from '../actions/queue.ts'
import type { PostDeps } from '../deps.ts'
import { guardPost } from '../guard-post.ts'
import { readQueueStatus } from '../reading/actions.ts'
import { publishRefusals, reachRefusals, route, writeRefusals } from '../route-rules.ts'
import { cancelled, queueStatus, submitted } from '../schema/answers.ts'
import { post } from '../schema/post.ts'
import { postPath, queuePath } from '../schema/requests.ts'
import { waitForEnd } from '../wait-for-end.ts'

export function addQueueRoutes(app: Edge, deps: PostDeps): void {
  const ifMatch = guardPost(deps)
  route(app, {
    post: '/v1/posts/:id/publish-now',
    id: 'publishPostNow',
    right: 'publish',
    summary: 'Publish a draft now',
    description: 'Queues a draft for immediate publication. The response does not wait for the networks.',
    access: 'posts:write',
    refuses: [...writeRefusals, ...publishRefusals, 'post_not_draft'],
    params: postPath,
    ifMatch,
    waits: waitForEnd(deps, { shows: true }),
    answers: post,
    does: (request) => submitPost(deps, callerOf(request), request.params.id, 'publishNow'),
  })
  route(app, {
    post: '/v1/queue/submit/:postId',
    id: 'submitPost',
    right: 'publish',
    tag: 'Queue',
    summary: 'Add a post to the queue',
    description: 'Publishes all unpublished targets now, regardless of the scheduled time. The scheduled time is kept.',
    access: 'posts:write',
    refuses: [...writeRefusals, ...publishRefusals, 'post_not_submittable'],
    params: queuePath,
    ifMatch,
    waits: waitForEnd(deps, { shows: false }),
    answers: submitted,
    does: async (request) => {
      const { postId } = request.params
      const { platforms } = await submitPost(deps, callerOf(request), postId, 'submit')
      return { success: true as const, postId, platforms: [...platforms] }
    },
  })
  route(app, {
    delete: '/v1/queue/cancel/:postId',
    id: 'cancelPost',
    right: 'write',
    tag: 'Queue',
    summary: 'Remove a post from the queue',
    description: 'The post becomes a draft and keeps its time. Targets that are already being published are completed.',
    access: 'posts:write',
    refuses: writeRefusals,
    params: queuePath,
    ifMatch,
    answers: cancelled,
    does: (request) => cancelPost(deps, callerOf(request), request.params.postId),
  })
  route(app, {
    get: '/v1/queue/status/:postId',
    id: 'getQueueStatus',
    right: 'read',
    tag: 'Queue',
    summary: 'Get the progress of a post on each platform',
    description: 'Returns the status of the post, and of its target on each network.',
    access: 'posts:read',
    refuses: reachRefusals,
    params: queuePath,
    answers: queueStatus,
    does: (request) => readQueueStatus(deps, callerOf(request), request.params.postId),
  })
}
