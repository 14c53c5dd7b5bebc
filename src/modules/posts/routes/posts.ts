import { callerOf } from '#infra/http/access.ts'
import { onceRefusals } from '#infra/http/idempotency/create-once.ts'
import type { Edge } from '#infra/http/server.ts'
import { trashDays } from '#rules/trash.ts'
import { createPlaced, preparePlaced } from '../actions/place-post.ts'
import { trashPost } from '../actions/trash.ts'
import { updatePost } from '../actions/update-post.ts'
import { validatePost } from '../actions/validate-post.ts'
import type { PostDeps } from '../deps.ts'
import { guardPost } from '../guard-post.ts'
import { readPost, readTargets } from '../reading/actions.ts'
import { listPosts } from '../reading/list-posts.ts'
import { publishRefusals, reachRefusals, route, settleRefusals, writeRefusals } from '../route-rules.ts'
import { deletedPost, fullType, postLists, postSummaries, summaryType, validation } from '../schema/answers.ts'
import { post, resultRow } from '../schema/post.ts'
import {
  createPlacedBody,
  deleteQuery,
  listQuery,
  postPath,
  summariesQuery,
  updatePlacedBody,
  validateBody,
  validateQuery,
} from '../schema/requests.ts'
import { waitForEnd } from '../wait-for-end.ts'
import { createPrepared } from './create-prepared.ts'

const slotRefusals = ['slot_plan_not_found', 'slot_plan_full', 'slot_not_free'] as const

export function addPostRoutes(app: Edge, deps: PostDeps): void {
  const ifMatch = guardPost(deps)
  route(app, {
    post: '/v1/posts',
    id: 'createPost',
    right: 'write',
    summary: 'Create a post',
    description:
      'If `scheduledAt` is set, the post is published at that time, and with `slot` at a posting time of the brand. With `saveAsDraft`, it is only stored. Otherwise ' +
      'it is published immediately. A post that a network would reject is rejected. Warnings must be accepted in ' +
      '`confirmWarnings`. Publishing and scheduling also require the scope `posts:publish`. A contributor’s post is ' +
      'submitted for approval, or refused if the profile requires none.',
    access: 'posts:write',
    refuses: [
      'profile_forbidden',
      'profile_role_required',
      'plan_required',
      'profile_not_found',
      'post_texts_full',
      ...slotRefusals,
      ...publishRefusals,
      ...onceRefusals,
    ],
    location: '/v1/posts/{id}',
    body: createPlacedBody,
    waits: waitForEnd(deps, { shows: true }),
    answers: { 201: post },
    does: async (request, reply) => {
      const caller = callerOf(request)
      return createPrepared(deps, request, reply, {
        prepare: () => preparePlaced(deps, caller, request.body),
        create: (tx, prepared) => createPlaced(deps, tx, caller, prepared, request.body),
      })
    },
  })
  route(app, {
    get: '/v1/posts',
    id: 'listPosts',
    summary: 'List posts',
    description:
      'Lists the posts of one profile, or of all profiles that you have access to. Posts in the trash are not ' +
      'listed. For a calendar or a table, `listPostSummaries` returns less data for each post.',
    access: 'posts:read',
    refuses: ['profile_forbidden', 'profile_not_found', 'cursor_invalid'],
    largeAnswer: true,
    formerQuery: { name: 'view', value: 'summary', guide: 'posting#summaries' },
    query: listQuery,
    answers: postLists,
    does: async (request, reply) => {
      const { view, ...query } = request.query
      const list = await listPosts(deps, callerOf(request), query, view === 'summary' ? 'earlier summary' : 'full')
      // The text skips serialization. Each of its posts has already been serialized by its schema.
      return reply.type(view === 'summary' ? summaryType : fullType).send(list as never)
    },
  })
  route(app, {
    get: '/v1/posts/summaries',
    id: 'listPostSummaries',
    summary: 'List summaries of posts',
    description:
      'Lists the same posts as `listPosts`, with less data for each, so that a calendar can load a thousand. ' +
      '`statusByPlatform` has the state of each target.',
    access: 'posts:read',
    refuses: ['profile_forbidden', 'profile_not_found', 'cursor_invalid'],
    largeAnswer: true,
    query: summariesQuery,
    answers: postSummaries,
    does: async (request, reply) => {
      const list = await listPosts(deps, callerOf(request), request.query, 'summary')
      return reply.type(fullType).send(list as never)
    },
  })
  route(app, {
    post: '/v1/posts/validate',
    repeats: 'safe',
    id: 'validatePost',
    right: 'read',
    summary: 'Check a post without storing it',
    description: 'Returns errors, warnings, and the exact content that each platform would receive.',
    access: 'posts:read',
    refuses: ['profile_forbidden', 'profile_not_found', ...settleRefusals],
    query: validateQuery,
    body: validateBody,
    answers: validation,
    does: (request) => validatePost(deps, callerOf(request), request.body, request.query.postId ?? null),
  })
  route(app, {
    get: '/v1/posts/:id',
    id: 'getPost',
    right: 'read',
    summary: 'Get a post',
    description:
      'Send the response’s `ETag` as `If-Match` when you update the post. A post in the trash has `deletedAt`.',
    access: 'posts:read',
    refuses: reachRefusals,
    params: postPath,
    answers: post,
    does: (request) => readPost(deps, callerOf(request), request.params.id),
  })
  route(app, {
    patch: '/v1/posts/:id',
    id: 'updatePost',
    right: 'write',
    summary: 'Update a post',
    description:
      'A new `scheduledAt` or `slot` schedules the post; null makes it a draft. With `saveAsDraft: true` in the same request, ' +
      'the draft stores the time without being scheduled. A queued post is withdrawn and enqueued again. A post that ' +
      'is already being published cannot be changed, except for its `metadata` and `tags`.',
    access: 'posts:write',
    refuses: [
      ...writeRefusals,
      ...publishRefusals,
      ...slotRefusals,
      'post_wrong_status',
      'post_not_editable',
      'post_in_trash',
      'post_texts_full',
    ],
    params: postPath,
    body: updatePlacedBody,
    ifMatch,
    answers: post,
    does: (request) => updatePost(deps, callerOf(request), request.params.id, request.body),
  })
  route(app, {
    delete: '/v1/posts/:id',
    id: 'deletePost',
    right: 'write',
    summary: 'Move a post to the trash',
    description: `The post can be restored for ${trashDays} days. Nothing is deleted from the networks.`,
    access: 'posts:write',
    refuses: writeRefusals,
    params: postPath,
    query: deleteQuery,
    ifMatch,
    answers: deletedPost,
    does: (request) =>
      trashPost(deps, callerOf(request), request.params.id, { withChildren: request.query.children === 'true' }),
  })
  route(app, {
    get: '/v1/posts/:id/status',
    id: 'getPostStatus',
    right: 'read',
    summary: 'List the targets of a post',
    description:
      'Returns one entry for each account: its status, what it is waiting for, its URL on the network, or its error.',
    access: 'posts:read',
    refuses: reachRefusals,
    params: postPath,
    answers: resultRow.array(),
    does: (request) => readTargets(deps, callerOf(request), request.params.id),
  })
}
