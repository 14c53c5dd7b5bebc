import { callerOf } from '#infra/http/access.ts'
import { problemOf } from '#infra/http/answer/problem.ts'
import type { Edge } from '#infra/http/server.ts'
import { trashDays } from '#rules/trash.ts'
import type { PostDeps } from '../deps.ts'
import { route } from '../route-rules.ts'
import { changedPosts } from '../schema/answers.ts'
import { moveManyBody, namedPostsBody, scheduleManyBody } from '../schema/requests.ts'
import { type ChangedPosts, cancelPosts, reschedulePosts, schedulePosts, trashPosts } from './actions.ts'

const oneByOne =
  'At most 50 posts. Each post is processed independently: if one is rejected, its result contains the problem and ' +
  'the others are unaffected.'

/** Adds the routes that change many posts, with a result for each. */
export function addManyRoutes(app: Edge, deps: PostDeps): void {
  route(app, {
    post: '/v1/posts/bulk/schedule',
    id: 'schedulePosts',
    summary: 'Schedule many posts',
    description: `Schedules each post for \`scheduledAt\` or, by default, for the time stored in the draft. ${oneByOne}`,
    access: 'posts:write',
    body: scheduleManyBody,
    answers: changedPosts,
    does: async (request) => present(request.id, await schedulePosts(deps, callerOf(request), request.body.posts)),
  })
  route(app, {
    post: '/v1/posts/bulk/reschedule',
    id: 'reschedulePosts',
    summary: 'Move many posts to other times',
    description: `Moves only posts that are scheduled or queued. ${oneByOne}`,
    access: 'posts:write',
    body: moveManyBody,
    answers: changedPosts,
    does: async (request) => present(request.id, await reschedulePosts(deps, callerOf(request), request.body.posts)),
  })
  route(app, {
    post: '/v1/posts/bulk/cancel',
    id: 'cancelPosts',
    summary: 'Remove posts from the queue',
    description: `Each post becomes a draft and keeps its time. ${oneByOne}`,
    access: 'posts:write',
    body: namedPostsBody,
    answers: changedPosts,
    does: async (request) => present(request.id, await cancelPosts(deps, callerOf(request), request.body.postIds)),
  })
  route(app, {
    post: '/v1/posts/bulk/delete',
    id: 'deletePosts',
    summary: 'Move many posts to the trash',
    description: `Each can be restored for ${trashDays} days. ${oneByOne}`,
    access: 'posts:write',
    body: namedPostsBody,
    answers: changedPosts,
    does: async (request) => present(request.id, await trashPosts(deps, callerOf(request), request.body.postIds)),
  })
}

const present = (requestId: string, { results, ...counts }: ChangedPosts) => ({
  ...counts,
  results: results.map(({ postId, refusal }) => ({
    postId,
    ok: refusal === null,
    problem: refusal && problemOf(refusal, requestId),
  })),
})
