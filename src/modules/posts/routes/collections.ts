import { callerOf } from '#infra/http/access.ts'
import { onceRefusals } from '#infra/http/idempotency/create-once.ts'
import type { Edge } from '#infra/http/server.ts'
import { trashDays } from '#rules/trash.ts'
import { createDrafts, prepareDrafts } from '../actions/create-drafts.ts'
import { duplicatePost, prepareCopy } from '../actions/duplicate-post.ts'
import { emptyTrash, readTrash, restorePost } from '../actions/trash.ts'
import type { PostDeps } from '../deps.ts'
import { guardPost } from '../guard-post.ts'
import { readMediaPosts, readMediaUses, readStats } from '../reading/actions.ts'
import { publishRefusals, route, settleRefusals, writeRefusals } from '../route-rules.ts'
import { createdPosts, emptiedTrash, mediaPosts, mediaUses, stats } from '../schema/answers.ts'
import { post } from '../schema/post.ts'
import {
  bulkBody,
  duplicateBody,
  mediaPath,
  postPath,
  profileOnlyQuery,
  profileQuery,
  statsQuery,
} from '../schema/requests.ts'
import { createPrepared } from './create-prepared.ts'

const bulkLimitBytes = 5 * 1024 * 1024

/** Adds the routes for bulk creation, the trash and copies. */
export function addCollectionRoutes(app: Edge, deps: PostDeps): void {
  route(app, {
    post: '/v1/posts/bulk',
    id: 'createPosts',
    right: 'write',
    summary: 'Create many drafts',
    description:
      'At most 50 posts in at most 5 MiB. Either all are stored or none. The path of each error identifies its post.',
    access: 'posts:write',
    refuses: [
      'profile_forbidden',
      'profile_role_required',
      'plan_required',
      'profile_not_found',
      'media_forbidden',
      'post_texts_full',
      ...settleRefusals,
      ...onceRefusals,
    ],
    bodyLimit: bulkLimitBytes,
    body: bulkBody,
    answers: { 201: createdPosts },
    does: async (request, reply) => {
      const caller = callerOf(request)
      return createPrepared(deps, request, reply, {
        prepare: () => prepareDrafts(deps, caller, request.body.posts),
        create: (tx, drafts) => createDrafts(deps, tx, caller, drafts),
      })
    },
  })
  route(app, {
    get: '/v1/posts/stats',
    id: 'getPostStats',
    summary: 'Count posts by status and platform',
    description: 'Returns the number of posts by status, and the number of targets by network.',
    access: 'posts:read',
    refuses: ['profile_forbidden', 'profile_not_found'],
    query: statsQuery,
    answers: stats,
    does: (request) => readStats(deps, callerOf(request), request.query),
  })
  route(app, {
    get: '/v1/posts/trash',
    id: 'listTrash',
    summary: 'List the posts in the trash',
    description: `Most recently deleted first. Each can be restored for ${trashDays} days.`,
    access: 'posts:read',
    refuses: ['profile_forbidden', 'profile_not_found'],
    largeAnswer: true,
    query: profileQuery,
    answers: post.array(),
    does: async (request, reply) => {
      const trash = await readTrash(deps, callerOf(request), request.query.profileId)
      // A stream is sent as is. Each of its posts has already been serialized by its schema.
      return reply.type('application/json; charset=utf-8').send(trash as never)
    },
  })
  route(app, {
    delete: '/v1/posts/trash',
    id: 'emptyTrash',
    summary: 'Empty the trash',
    description:
      'Deletes the posts permanently. If `profileId` is omitted, posts of all profiles that you own are deleted. A ' +
      'post that is being published stays until publishing ends.',
    access: 'posts:write',
    refuses: ['profile_forbidden', 'profile_role_required', 'profile_not_found'],
    query: profileQuery,
    answers: emptiedTrash,
    does: (request) => emptyTrash(deps, callerOf(request), request.query.profileId),
  })
  route(app, {
    post: '/v1/posts/:id/restore',
    id: 'restorePost',
    right: 'write',
    summary: 'Restore a post from the trash',
    description:
      'Available for 30 days. The post is scheduled again if its time is in the future and it has no errors.',
    access: 'posts:write',
    refuses: [...writeRefusals, 'post_not_in_trash'],
    params: postPath,
    ifMatch: guardPost(deps),
    answers: post,
    does: (request) => restorePost(deps, callerOf(request), request.params.id),
  })
  route(app, {
    post: '/v1/posts/:id/duplicate',
    id: 'duplicatePost',
    right: 'write',
    summary: 'Copy a post',
    description: 'The copy is a draft, or is scheduled if `scheduledAt` is sent.',
    access: 'posts:write',
    refuses: [...writeRefusals, ...publishRefusals, 'post_in_trash', 'post_texts_full', ...onceRefusals],
    location: '/v1/posts/{id}',
    params: postPath,
    body: duplicateBody,
    answers: { 201: post },
    does: async (request, reply) => {
      const caller = callerOf(request)
      const { id } = request.params
      const input = request.body
      return createPrepared(deps, request, reply, {
        prepare: () => prepareCopy(deps, caller, id, input),
        create: (tx, fetched) => duplicatePost(deps, tx, caller, { id, input, fetched }),
      })
    },
  })
  route(app, {
    get: '/v1/media/uses',
    id: 'listMediaUses',
    right: 'read',
    tag: 'Media',
    summary: 'List the files that posts use',
    description: 'Lists the files of a profile that posts use, with the number of posts. Other files can be deleted.',
    access: 'posts:read',
    refuses: ['profile_forbidden', 'profile_role_required', 'profile_not_found'],
    largeAnswer: true,
    query: profileOnlyQuery,
    answers: mediaUses,
    does: (request) => readMediaUses(deps, callerOf(request), request.query.profileId),
  })
  route(app, {
    get: '/v1/media/:id/posts',
    id: 'listMediaPosts',
    right: 'read',
    tag: 'Media',
    summary: 'List the posts that use a file',
    description: 'A file that a post uses cannot be deleted.',
    access: 'posts:read',
    refuses: ['media_forbidden', 'media_not_found'],
    params: mediaPath,
    answers: mediaPosts,
    does: (request) => readMediaPosts(deps, callerOf(request), request.params.id),
  })
}
