import { callerOf } from '#infra/http/access.ts'
import { allowedVersions, requireVersion, tag } from '#infra/http/answer/conditional.ts'
import { onceRefusals } from '#infra/http/idempotency.ts'
import type { Edge } from '#infra/http/server.ts'
import { trashDays } from '#rules/trash.ts'
import { createPost, preparePost } from '../actions/create-post.ts'
import { trashPost } from '../actions/trash.ts'
import { updatePost } from '../actions/update-post.ts'
import { validatePost } from '../actions/validate-post.ts'
import type { PostDeps } from '../deps.ts'
import { readPost, readTargets } from '../reading/actions.ts'
import { listPosts } from '../reading/list-posts.ts'
import {
  publishRefusals,
  reachRefusals,
  reading,
  settleRefusals,
  tags,
  writeRefusals,
  writing,
} from '../route-rules.ts'
import { deletedPost, fullType, postLists, summaryType, validation } from '../schema/answers.ts'
import { post, resultRow } from '../schema/post.ts'
import {
  createPostBody,
  deleteQuery,
  listQuery,
  postPath,
  updatePostBody,
  validateBody,
  validateQuery,
} from '../schema/requests.ts'
import { createPrepared } from './create-prepared.ts'

export function addPostRoutes(app: Edge, deps: PostDeps): void {
  app.post(
    '/v1/posts',
    {
      config: {
        location: '/v1/posts/{id}',
        access: writing,
        refusals: [
          'profile_forbidden',
          'profile_role_required',
          'plan_required',
          'profile_not_found',
          'post_texts_full',
          ...publishRefusals,
          ...onceRefusals,
        ],
      },
      schema: {
        operationId: 'createPost',
        tags,
        summary: 'Create a post',
        description:
          'If `scheduledAt` is set, the post is published at that time. With `saveAsDraft`, it is only ' +
          'stored. Otherwise it is published immediately. A post that a network would reject is rejected. ' +
          'Warnings must be accepted in `confirmWarnings`. Publishing and scheduling also require the scope ' +
          '`posts:publish`.',
        body: createPostBody,
        response: { 201: post },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      return createPrepared(deps, request, reply, {
        prepare: () => preparePost(deps, caller, request.body),
        create: (tx, prepared) => createPost(deps, tx, caller, prepared),
      })
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
        description:
          'Lists the posts of one profile, or of all profiles that you have access to. Posts in the trash ' +
          'are not listed. `view=summary` returns less data for each post, so that a calendar can load a ' +
          'thousand.',
        querystring: listQuery,
        response: { 200: postLists },
      },
    },
    async (request, reply) => {
      const list = await listPosts(deps, callerOf(request), request.query)
      // The text skips serialization. Each of its posts has already been serialized by its schema.
      return reply.type(request.query.view === 'summary' ? summaryType : fullType).send(list as never)
    },
  )
  app.post(
    '/v1/posts/validate',
    {
      config: { access: reading, refusals: ['profile_forbidden', 'profile_not_found', ...settleRefusals] },
      schema: {
        operationId: 'validatePost',
        tags,
        summary: 'Check a post without storing it',
        description: 'Returns errors, warnings, and the exact content that each platform would receive.',
        querystring: validateQuery,
        body: validateBody,
        response: { 200: validation },
      },
    },
    (request) => validatePost(deps, callerOf(request), request.body, request.query.postId ?? null),
  )
  app.get(
    '/v1/posts/:id',
    {
      config: { access: reading, refusals: reachRefusals },
      schema: {
        operationId: 'getPost',
        tags,
        summary: 'Get a post',
        description:
          'Send the response’s `ETag` as `If-Match` when you update the post. A post in the trash has `deletedAt`.',
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
          'post_texts_full',
          'precondition_failed',
        ],
      },
      schema: {
        operationId: 'updatePost',
        tags,
        summary: 'Update a post',
        description:
          'A new `scheduledAt` schedules the post; null makes it a draft. With `saveAsDraft: true` in the ' +
          'same request, the draft stores the time without being scheduled. A queued post is withdrawn and ' +
          'enqueued again. A post that is already being published cannot be changed, except for its ' +
          '`metadata`.',
        params: postPath,
        body: updatePostBody,
        response: { 200: post },
      },
    },
    async (request, reply) => {
      const allowed = allowedVersions(request)
      const changed = await updatePost(deps, callerOf(request), request.params.id, request.body, (version) =>
        requireVersion(allowed, version),
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
        summary: 'Move a post to the trash',
        description: `The post can be restored for ${trashDays} days. Nothing is deleted from the networks.`,
        params: postPath,
        querystring: deleteQuery,
        response: { 200: deletedPost },
      },
    },
    (request) =>
      trashPost(deps, callerOf(request), request.params.id, { withChildren: request.query.children === 'true' }),
  )
  app.get(
    '/v1/posts/:id/status',
    {
      config: { access: reading, refusals: reachRefusals },
      schema: {
        operationId: 'getPostStatus',
        tags,
        summary: 'List the targets of a post',
        params: postPath,
        response: { 200: resultRow.array() },
      },
    },
    (request) => readTargets(deps, callerOf(request), request.params.id),
  )
}
