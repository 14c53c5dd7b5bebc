import { callerOf } from '#infra/http/access.ts'
import { createOnce, onceRefusals } from '#infra/http/idempotency/create-once.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { caps } from '#kernel/caps.ts'
import type { SharingDeps } from './deps.ts'
import { createLink, listLinks, readComments, removeComment, replyToComments, revokeLink } from './link-actions.ts'
import * as schema from './schema.ts'

const route = routesWith({ tag: 'Sharing' })
const reach = ['post_forbidden', 'post_not_found'] as const
const writes = [...reach, 'profile_role_required'] as const

/** Adds the routes for the members of a profile: its links, and the comments of visitors. */
export function addLinkRoutes(app: Edge, deps: SharingDeps): void {
  route(app, {
    post: '/v1/posts/:id/share-link',
    id: 'createShareLink',
    right: 'publish',
    summary: 'Create a share link',
    description:
      'Anyone with the link can see the post as each network will show it, without an account. The link works until ' +
      'it expires, is revoked, or its creator leaves the profile. The plan must include share links.',
    access: 'posts:write',
    refuses: [...writes, 'plan_required', 'post_in_trash', 'share_links_full', ...onceRefusals],
    params: schema.postPath,
    body: schema.createLinkBody,
    answers: { 201: schema.shareLink },
    does: async (request, reply) => {
      reply.code(201)
      return createOnce(deps, request, reply, (tx) =>
        createLink(deps, tx, callerOf(request), request.params.id, request.body),
      )
    },
  })
  route(app, {
    get: '/v1/posts/:id/share-links',
    id: 'listShareLinks',
    right: 'read',
    summary: 'List the share links of a post',
    description:
      `Newest first, at most ${caps.shareLinksOfPost}, including revoked and expired links. Viewers of the profile see ` +
      'only their own links.',
    access: 'posts:read',
    refuses: reach,
    params: schema.postPath,
    answers: schema.shareLink.array(),
    does: (request) => listLinks(deps, callerOf(request), request.params.id),
  })
  route(app, {
    delete: '/v1/posts/:id/share-link/:linkId',
    id: 'revokeShareLink',
    right: 'publish',
    summary: 'Revoke a share link',
    description: 'The link stops working immediately.',
    access: 'posts:write',
    refuses: [...writes, 'share_link_not_found'],
    params: schema.linkPath,
    answers: schema.revokedLink,
    does: (request) => revokeLink(deps, callerOf(request), request.params.id, request.params.linkId),
  })
  route(app, {
    get: '/v1/posts/:id/comments',
    id: 'listPostComments',
    right: 'read',
    summary: 'List the comments on a post',
    description: `Comments from visitors to the post’s share links, and replies from the team, oldest first, at most ${caps.commentsOfPost}.`,
    access: 'posts:read',
    refuses: reach,
    largeAnswer: true,
    params: schema.postPath,
    answers: schema.postComment.array(),
    does: (request) => readComments(deps, callerOf(request), request.params.id),
  })
  route(app, {
    post: '/v1/posts/:id/comments',
    id: 'replyToPostComments',
    right: 'publish',
    summary: 'Reply to the visitors of a post',
    description:
      'Adds a reply from the team. Everyone with a share link that allows comments can read it, with the name of its ' +
      'author. Colleagues alone read `POST /v1/posts/{id}/team-comments`.',
    access: 'posts:write',
    refuses: [...writes, 'plan_required', 'post_in_trash', 'share_comments_full', ...onceRefusals],
    params: schema.postPath,
    body: schema.replyBody,
    answers: { 201: schema.postComment },
    does: async (request, reply) => {
      reply.code(201)
      return createOnce(deps, request, reply, (tx) =>
        replyToComments(deps, tx, callerOf(request), request.params.id, request.body),
      )
    },
  })
  route(app, {
    delete: '/v1/posts/:id/comments/:commentId',
    id: 'deletePostComment',
    right: 'publish',
    summary: 'Delete a comment',
    description: 'Removes a comment from a visitor of a share link, or a reply.',
    access: 'posts:write',
    refuses: [...writes, 'post_comment_not_found'],
    params: schema.commentPath,
    answers: schema.deletedComment,
    does: (request) => removeComment(deps, callerOf(request), request.params.id, request.params.commentId),
  })
}
