import { callerOf } from '#infra/http/access.ts'
import { allowedVersions, demandVersion, tag } from '#infra/http/answer/entity-tag.ts'
import { createOnce, isAnswered, onceRefusals } from '#infra/http/idempotency.ts'
import type { Edge } from '#infra/http/server.ts'
import { createPost, prepareCreate } from '../actions/create-post.ts'
import { trashPost } from '../actions/trash-post.ts'
import { changePost } from '../actions/update-post.ts'
import { validatePost } from '../actions/validate-post.ts'
import type { PostDeps } from '../deps.ts'
import { nothingFetched } from '../draft/find-media.ts'
import { listPosts } from '../reading/actions/list-posts.ts'
import { readPost, readTargets } from '../reading/actions/read-posts.ts'
import { deletedPost, post, postPage, resultRow, validation } from '../schema/answers.ts'
import { listQuery, postPath } from '../schema/queries.ts'
import { createPostBody, updatePostBody, validateBody } from '../schema/wishes.ts'
import { publishRefusals, reachRefusals, reading, tags, writeRefusals, writing } from './rules.ts'

export function addPostRoutes(app: Edge, deps: PostDeps): void {
  app.post(
    '/v1/posts',
    {
      config: {
        access: writing,
        refusals: [
          'profile_forbidden',
          'profile_role_required',
          'profile_not_found',
          ...publishRefusals,
          ...onceRefusals,
        ],
      },
      schema: {
        operationId: 'createPost',
        tags,
        summary: 'Write a post',
        description:
          'With `scheduledAt` it goes out then, with `saveAsDraft` not at all, and else at once. What would be refused ' +
          'by a network is refused here; what is doubtful is a warning, to be accepted in `confirmWarnings`. What goes ' +
          'out needs the scope `posts:publish` too.',
        body: createPostBody,
        response: { 201: post },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      // A repeated request needs nothing fetched, and the address may be gone by now.
      const fetched = (await isAnswered(deps, request))
        ? nothingFetched
        : await prepareCreate(deps, caller, request.body)
      reply.code(201)
      await createOnce(deps, request, reply, (tx) => createPost(deps, tx, caller, request.body, fetched))
      return reply
    },
  )
  app.get(
    '/v1/posts',
    {
      config: {
        largeAnswer: true,
        access: reading,
        refusals: ['profile_forbidden', 'profile_not_found', 'cursor_invalid'],
      },
      schema: {
        operationId: 'listPosts',
        tags,
        summary: 'List posts',
        description: 'Of every profile within your reach, or of one. Those in the trash are left out.',
        querystring: listQuery,
        response: { 200: postPage },
      },
    },
    async (request, reply) => {
      const answer = await listPosts(deps, callerOf(request), request.query)
      if ('page' in answer) return answer.page
      // A stream skips serialization; its rows have passed through their schema one by one.
      return reply.type('application/json; charset=utf-8').send(answer.stream as never)
    },
  )
  app.post(
    '/v1/posts/validate',
    {
      config: { access: reading, refusals: ['profile_forbidden', 'profile_not_found'] },
      schema: {
        operationId: 'validatePost',
        tags,
        summary: 'Try a post without keeping it',
        description: 'Says what is wrong, what is doubtful, and what exactly would be sent to each platform.',
        body: validateBody,
        response: { 200: validation },
      },
    },
    (request) => validatePost(deps, callerOf(request), request.body),
  )
  app.get(
    '/v1/posts/:id',
    {
      config: { access: reading, refusals: reachRefusals },
      schema: {
        operationId: 'getPost',
        tags,
        summary: 'Read a post',
        description: '`ETag` names its version, for `If-Match` of a change. One in the trash has `deletedAt`.',
        params: postPath,
        response: { 200: post },
      },
    },
    async (request, reply) => {
      const found = await readPost(deps, callerOf(request), request.params.id)
      tag(reply, found.version)
      return found
    },
  )
  app.patch(
    '/v1/posts/:id',
    {
      config: {
        access: writing,
        refusals: [
          ...writeRefusals,
          ...publishRefusals,
          'post_wrong_status',
          'post_not_editable',
          'post_in_trash',
          'precondition_failed',
        ],
      },
      schema: {
        operationId: 'updatePost',
        tags,
        summary: 'Change a post',
        description:
          'A new `scheduledAt` arms it, null makes it a draft. What is in the queue already is taken back and put there ' +
          'again. What has begun to go out cannot be changed; `metadata` always can.',
        params: postPath,
        body: updatePostBody,
        response: { 200: post },
      },
    },
    async (request, reply) => {
      const allowed = allowedVersions(request)
      const changed = await changePost(deps, callerOf(request), request.params.id, request.body, (version) =>
        demandVersion(allowed, version),
      )
      tag(reply, changed.version)
      return changed
    },
  )
  app.delete(
    '/v1/posts/:id',
    {
      config: { access: writing, refusals: writeRefusals },
      schema: {
        operationId: 'deletePost',
        tags,
        summary: 'Put a post into the trash',
        description: 'It can be had back for 30 days. What is out on the networks stays there.',
        params: postPath,
        response: { 200: deletedPost },
      },
    },
    (request) => trashPost(deps, callerOf(request), request.params.id),
  )
  app.get(
    '/v1/posts/:id/status',
    {
      config: { access: reading, refusals: reachRefusals },
      schema: {
        operationId: 'getPostStatus',
        tags,
        summary: 'Read what became of a post on each account',
        params: postPath,
        response: { 200: resultRow.array() },
      },
    },
    (request) => readTargets(deps, callerOf(request), request.params.id),
  )
}
