import { callerOf } from '#infra/http/access.ts'
import { createOnce, onceRefusals } from '#infra/http/idempotency.ts'
import type { Edge } from '#infra/http/server.ts'
import type { SharingDeps } from './deps.ts'
import { createLink, listLinks, readComments, removeComment, revokeLink } from './link-actions.ts'
import * as schema from './schema.ts'

const reading = { credential: 'key-or-identity', scope: 'posts:read' } as const
const writing = { credential: 'key-or-identity', scope: 'posts:write' } as const
const tags = ['Sharing']
const reach = ['post_forbidden', 'post_not_found'] as const
const writes = [...reach, 'profile_role_required'] as const

/** Adds the routes for the members of a profile: its links, and the comments of visitors. */
export function addLinkRoutes(app: Edge, deps: SharingDeps): void {
  app.post(
    '/v1/posts/:id/share-link',
    {
      config: {
        access: writing,
        refusals: [...writes, 'plan_required', 'post_in_trash', 'share_links_full', ...onceRefusals],
      },
      schema: {
        operationId: 'createShareLink',
        tags,
        summary: 'Create a share link',
        description:
          'Anyone with the link can see the post as each network will show it, without an account. The link ' +
          'works until it expires, is revoked, or its creator leaves the profile. The plan must include ' +
          'share links.',
        params: schema.postPath,
        body: schema.createLinkBody,
        response: { 201: schema.shareLink },
      },
    },
    async (request, reply) => {
      reply.code(201)
      return createOnce(deps, request, reply, (tx) =>
        createLink(deps, tx, callerOf(request), request.params.id, request.body),
      )
    },
  )
  app.get(
    '/v1/posts/:id/share-links',
    {
      config: { access: reading, refusals: reach },
      schema: {
        operationId: 'listShareLinks',
        tags,
        summary: 'List the share links of a post',
        description:
          'Newest first, including revoked and expired links. Viewers of the profile see only their own links.',
        params: schema.postPath,
        response: { 200: schema.shareLink.array() },
      },
    },
    (request) => listLinks(deps, callerOf(request), request.params.id),
  )
  app.delete(
    '/v1/posts/:id/share-link/:linkId',
    {
      config: { access: writing, refusals: [...writes, 'share_link_not_found'] },
      schema: {
        operationId: 'revokeShareLink',
        tags,
        summary: 'Revoke a share link',
        description: 'The link stops working immediately.',
        params: schema.linkPath,
        response: { 200: schema.revokedLink },
      },
    },
    (request) => revokeLink(deps, callerOf(request), request.params.id, request.params.linkId),
  )
  app.get(
    '/v1/posts/:id/comments',
    {
      config: { largeAnswer: true, access: reading, refusals: reach },
      schema: {
        operationId: 'listPostComments',
        tags,
        summary: 'List the comments on a post',
        description: 'Comments left by visitors to the post’s share links, oldest first.',
        params: schema.postPath,
        response: { 200: schema.postComment.array() },
      },
    },
    (request) => readComments(deps, callerOf(request), request.params.id),
  )
  app.delete(
    '/v1/posts/:id/comments/:commentId',
    {
      config: { access: writing, refusals: [...writes, 'post_comment_not_found'] },
      schema: {
        operationId: 'deletePostComment',
        tags,
        summary: 'Delete a comment',
        params: schema.commentPath,
        response: { 200: schema.deletedComment },
      },
    },
    (request) => removeComment(deps, callerOf(request), request.params.id, request.params.commentId),
  )
}
