import { callerOf } from '#infra/http/access.ts'
import { problemOf } from '#infra/http/answer/problem.ts'
import type { Edge } from '#infra/http/server.ts'
import type { Caller } from '#kernel/caller.ts'
import type { PostId } from '#kernel/ids.ts'
import { trashDays } from '#rules/trash.ts'
import type { PostDeps } from '../deps.ts'
import { tags, writing } from '../route-rules.ts'
import { changedPosts } from '../schema/answers.ts'
import { moveManyBody, namedPostsBody, scheduleManyBody } from '../schema/requests.ts'
import { type ChangedPosts, cancelPosts, reschedulePosts, schedulePosts, trashPosts } from './actions.ts'

const oneByOne =
  'At most 50 posts. Each post is processed independently: if one is rejected, its result contains the problem and the others are unaffected.'

/** Adds the routes that change many posts, with a result for each. */
export function addManyRoutes(app: Edge, deps: PostDeps): void {
  app.post(
    '/v1/posts/bulk/schedule',
    {
      config: { access: writing },
      schema: {
        operationId: 'schedulePosts',
        tags,
        summary: 'Schedule many posts',
        description: `Schedules each post for \`scheduledAt\` or, by default, for the time stored in the draft. ${oneByOne}`,
        body: scheduleManyBody,
        response: { 200: changedPosts },
      },
    },
    async (request) => present(request.id, await schedulePosts(deps, callerOf(request), request.body.posts)),
  )
  app.post(
    '/v1/posts/bulk/reschedule',
    {
      config: { access: writing },
      schema: {
        operationId: 'reschedulePosts',
        tags,
        summary: 'Move many posts to other times',
        description: `Moves only posts that are scheduled or queued. ${oneByOne}`,
        body: moveManyBody,
        response: { 200: changedPosts },
      },
    },
    async (request) => present(request.id, await reschedulePosts(deps, callerOf(request), request.body.posts)),
  )
  addNaming(app, deps, {
    path: '/v1/posts/bulk/cancel',
    operationId: 'cancelPosts',
    summary: 'Remove posts from the queue',
    description: `Each post becomes a draft and keeps its time. ${oneByOne}`,
    change: cancelPosts,
  })
  addNaming(app, deps, {
    path: '/v1/posts/bulk/delete',
    operationId: 'deletePosts',
    summary: 'Move many posts to the trash',
    description: `Each can be restored for ${trashDays} days. ${oneByOne}`,
    change: trashPosts,
  })
}

interface Naming {
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly change: (deps: PostDeps, caller: Caller, ids: readonly PostId[]) => Promise<ChangedPosts>
}

/** Adds a route that needs only post IDs. */
function addNaming(app: Edge, deps: PostDeps, { path, operationId, summary, description, change }: Naming): void {
  app.post(
    path,
    {
      config: { access: writing },
      schema: { operationId, tags, summary, description, body: namedPostsBody, response: { 200: changedPosts } },
    },
    async (request) => present(request.id, await change(deps, callerOf(request), request.body.postIds)),
  )
}

const present = (requestId: string, { results, ...counts }: ChangedPosts) => ({
  ...counts,
  results: results.map(({ postId, refusal }) => ({
    postId,
    ok: refusal === null,
    problem: refusal && problemOf(refusal, requestId),
  })),
})
