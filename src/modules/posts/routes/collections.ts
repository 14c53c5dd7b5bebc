import { callerOf } from '#infra/http/access.ts'
import { onceRefusals } from '#infra/http/idempotency.ts'
import type { Edge } from '#infra/http/server.ts'
import { trashDays } from '#rules/trash.ts'
import { createDrafts, prepareDrafts } from '../actions/create-drafts.ts'
import { duplicatePost, prepareCopy } from '../actions/duplicate-post.ts'
import { emptyTrash, readTrash, restorePost } from '../actions/trash.ts'
import type { PostDeps } from '../deps.ts'
import { readMediaPosts, readMediaUses, readStats } from '../reading/actions.ts'
import { publishRefusals, reading, settleRefusals, tags, writeRefusals, writing } from '../route-rules.ts'
import { createdPosts, emptiedTrash, mediaPosts, mediaUses, stats } from '../schema/answers.ts'
import { post } from '../schema/post.ts'
import { bulkBody, duplicateBody, mediaPath, postPath, profileOnlyQuery, profileQuery } from '../schema/requests.ts'
import { createPrepared } from './create-prepared.ts'

const bulkLimitBytes = 5 * 1024 * 1024

/** Adds the routes for bulk creation, the trash and copies. */
export function addCollectionRoutes(app: Edge, deps: PostDeps): void {
  app.post(
    '/v1/posts/bulk',
    {
      bodyLimit: bulkLimitBytes,
      config: {
        access: writing,
        refusals: [
          'profile_forbidden',
          'profile_role_required',
          'plan_required',
          'profile_not_found',
          'media_forbidden',
          'post_texts_full',
          ...settleRefusals,
          ...onceRefusals,
        ],
      },
      schema: {
        operationId: 'createPosts',
        tags,
        summary: 'Create many drafts',
        description:
          'At most 50 posts in at most 5 MiB. Either all are stored or none. The path of each error ' +
          'identifies its post.',
        body: bulkBody,
        response: { 201: createdPosts },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      return createPrepared(deps, request, reply, {
        prepare: () => prepareDrafts(deps, caller, request.body.posts),
        create: (tx, drafts) => createDrafts(deps, tx, caller, drafts),
      })
    },
  )
  app.get(
    '/v1/posts/stats',
    {
      config: { access: reading, refusals: ['profile_forbidden', 'profile_not_found'] },
      schema: {
        operationId: 'getPostStats',
        tags,
        summary: 'Count posts by status and platform',
        querystring: profileQuery,
        response: { 200: stats },
      },
    },
    (request) => readStats(deps, callerOf(request), request.query.profileId),
  )
  app.get(
    '/v1/posts/trash',
    {
      config: { largeAnswer: true, access: reading, refusals: ['profile_forbidden', 'profile_not_found'] },
      schema: {
        operationId: 'listTrash',
        tags,
        summary: 'List the posts in the trash',
        description: `Most recently deleted first. Each can be restored for ${trashDays} days.`,
        querystring: profileQuery,
        response: { 200: post.array() },
      },
    },
    async (request, reply) => {
      const trash = await readTrash(deps, callerOf(request), request.query.profileId)
      // A stream is sent as is. Each of its posts has already been serialized by its schema.
      return reply.type('application/json; charset=utf-8').send(trash as never)
    },
  )
  app.delete(
    '/v1/posts/trash',
    {
      config: { access: writing, refusals: ['profile_forbidden', 'profile_role_required', 'profile_not_found'] },
      schema: {
        operationId: 'emptyTrash',
        tags,
        summary: 'Empty the trash',
        description:
          'Deletes the posts permanently. If `profileId` is omitted, posts of all profiles that you own are ' +
          'deleted. A post that is being published stays until publishing ends.',
        querystring: profileQuery,
        response: { 200: emptiedTrash },
      },
    },
    (request) => emptyTrash(deps, callerOf(request), request.query.profileId),
  )
  app.post(
    '/v1/posts/:id/restore',
    {
      config: { access: writing, refusals: [...writeRefusals, 'post_not_in_trash'] },
      schema: {
        operationId: 'restorePost',
        tags,
        summary: 'Restore a post from the trash',
        description:
          'Available for 30 days. The post is scheduled again if its time is in the future and it has no errors.',
        params: postPath,
        response: { 200: post },
      },
    },
    (request) => restorePost(deps, callerOf(request), request.params.id),
  )
  app.post(
    '/v1/posts/:id/duplicate',
    {
      config: {
        location: '/v1/posts/{id}',
        access: writing,
        refusals: [...writeRefusals, ...publishRefusals, 'post_in_trash', 'post_texts_full', ...onceRefusals],
      },
      schema: {
        operationId: 'duplicatePost',
        tags,
        summary: 'Copy a post',
        description: 'The copy is a draft, or is scheduled if `scheduledAt` is sent.',
        params: postPath,
        body: duplicateBody,
        response: { 201: post },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { id } = request.params
      const input = request.body
      return createPrepared(deps, request, reply, {
        prepare: () => prepareCopy(deps, caller, id, input),
        create: (tx, fetched) => duplicatePost(deps, tx, caller, { id, input, fetched }),
      })
    },
  )
  app.get(
    '/v1/media/uses',
    {
      config: {
        largeAnswer: true,
        access: reading,
        refusals: ['profile_forbidden', 'profile_role_required', 'profile_not_found'],
      },
      schema: {
        operationId: 'listMediaUses',
        tags: ['Media'],
        summary: 'List the files that posts use',
        description:
          'Lists the files of a profile that posts use, with the number of posts. Other files can be deleted.',
        querystring: profileOnlyQuery,
        response: { 200: mediaUses },
      },
    },
    (request) => readMediaUses(deps, callerOf(request), request.query.profileId),
  )
  app.get(
    '/v1/media/:id/posts',
    {
      config: { access: reading, refusals: ['media_forbidden', 'media_not_found'] },
      schema: {
        operationId: 'listMediaPosts',
        tags: ['Media'],
        summary: 'List the posts that use a file',
        description: 'A file that a post uses cannot be deleted.',
        params: mediaPath,
        response: { 200: mediaPosts },
      },
    },
    (request) => readMediaPosts(deps, callerOf(request), request.params.id),
  )
}
