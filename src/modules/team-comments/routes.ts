import type { z } from 'zod'
import { callerOf } from '#infra/http/access.ts'
import { guardVersion } from '#infra/http/answer/guard.ts'
import { createOnce, onceRefusals } from '#infra/http/idempotency/create-once.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { caps } from '#kernel/caps.ts'
import { addComment, changeComment, readComment, readComments, removeComment, resolveThread } from './actions.ts'
import type { TeamCommentDeps } from './deps.ts'
import * as schema from './schema.ts'

const route = routesWith({ tag: 'Team comments' })
const reach = ['post_forbidden', 'post_not_found'] as const
const known = [...reach, 'team_comment_not_found'] as const
const writes = ['plan_required', 'post_in_trash'] as const
const forTheTeam = 'Only members of the post’s profile can read it, never visitors of share links.'

/** Adds the routes of comments between the members of a profile. */
export function teamCommentRoutes(app: Edge, deps: TeamCommentDeps): void {
  const ifMatch = guardVersion(schema.comment, (tx, caller, path: z.output<typeof schema.commentPath>) =>
    readComment(deps, tx, caller, path.id, path.commentId),
  )
  route(app, {
    get: '/v1/posts/:id/team-comments',
    id: 'listTeamComments',
    right: 'read',
    summary: 'List the team comments on a post',
    description:
      `Comments of the members of the post’s profile, oldest first, at most ${caps.teamCommentsOfPost}. Visitors of ` +
      'share links never see them; their own comments are at `GET /v1/posts/{id}/comments`.',
    access: 'posts:read',
    refuses: [...reach, 'cursor_invalid'],
    params: schema.postPath,
    query: schema.commentsQuery,
    answers: schema.commentPage,
    does: (request) => readComments(deps, callerOf(request), request.params.id, request.query),
  })
  route(app, {
    post: '/v1/posts/:id/team-comments',
    id: 'createTeamComment',
    right: 'read',
    summary: 'Add a team comment to a post',
    description:
      `${forTheTeam} Everyone who can read the post can comment. A reply reopens a resolved thread. People who are ` +
      'mentioned are notified, and so are the author of the post and those who wrote in the thread.',
    access: 'posts:write',
    refuses: [...known, ...writes, 'team_comments_full', ...onceRefusals],
    params: schema.postPath,
    body: schema.commentBody,
    answers: { 201: schema.comment },
    does: async (request, reply) => {
      reply.code(201)
      return createOnce(deps, request, reply, (tx) =>
        addComment(deps, tx, callerOf(request), request.params.id, request.body),
      )
    },
  })
  route(app, {
    get: '/v1/posts/:id/team-comments/:commentId',
    id: 'getTeamComment',
    right: 'read',
    summary: 'Get a team comment',
    description: forTheTeam,
    access: 'posts:read',
    refuses: known,
    params: schema.commentPath,
    answers: schema.comment,
    does: (request) => readComment(deps, deps.db, callerOf(request), request.params.id, request.params.commentId),
  })
  route(app, {
    patch: '/v1/posts/:id/team-comments/:commentId',
    id: 'updateTeamComment',
    right: 'read',
    summary: 'Change a team comment',
    description: 'Only its author can change a comment. `editedAt` says when.',
    access: 'posts:write',
    refuses: [...known, ...writes, 'team_comment_forbidden'],
    params: schema.commentPath,
    body: schema.commentChanges,
    ifMatch,
    answers: schema.comment,
    does: (request) =>
      changeComment(deps, callerOf(request), request.params.id, request.params.commentId, request.body),
  })
  route(app, {
    delete: '/v1/posts/:id/team-comments/:commentId',
    id: 'deleteTeamComment',
    right: 'read',
    summary: 'Delete a team comment',
    description:
      'Its author can, and members with the right `manage`. The first comment of a thread with replies stays without ' +
      'its text.',
    access: 'posts:write',
    refuses: [...known, 'team_comment_forbidden'],
    params: schema.commentPath,
    ifMatch,
    answers: schema.deletedComment,
    does: (request) => removeComment(deps, callerOf(request), request.params.id, request.params.commentId),
  })
  route(app, {
    post: '/v1/posts/:id/team-comments/:commentId/resolve',
    id: 'resolveTeamThread',
    right: 'read',
    summary: 'Resolve a thread of team comments',
    description:
      'Takes any comment of the thread. Everyone who can comment can resolve. Has no effect if it is resolved.',
    access: 'posts:write',
    refuses: [...known, ...writes],
    params: schema.commentPath,
    answers: schema.comment,
    does: (request) => resolveThread(deps, callerOf(request), request.params.id, request.params.commentId, true),
  })
  route(app, {
    post: '/v1/posts/:id/team-comments/:commentId/reopen',
    id: 'reopenTeamThread',
    right: 'read',
    summary: 'Reopen a thread of team comments',
    description: 'Takes any comment of the thread. Has no effect if it is open.',
    access: 'posts:write',
    refuses: [...known, ...writes],
    params: schema.commentPath,
    answers: schema.comment,
    does: (request) => resolveThread(deps, callerOf(request), request.params.id, request.params.commentId, false),
  })
}
