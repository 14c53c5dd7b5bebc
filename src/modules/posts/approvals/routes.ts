import { callerOf } from '#infra/http/access.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import type { PostDeps } from '../deps.ts'
import { guardPost } from '../guard-post.ts'
import { reachRefusals, writeRefusals } from '../route-rules.ts'
import { postPath } from '../schema/requests.ts'
import { approvePost, readApprovals, rejectPost, requestApproval } from './actions.ts'
import { approvals, approveBody, rejectBody, requestBody } from './schema.ts'

const route = routesWith({ tag: 'Approvals' })
const refusals = [...writeRefusals, 'approval_not_required', 'post_wrong_status', 'post_in_trash'] as const

/** Adds the routes for approvals. */
export function addApprovalRoutes(app: Edge, deps: PostDeps): void {
  const ifMatch = guardPost(deps)
  route(app, {
    get: '/v1/posts/:id/approvals',
    id: 'getPostApprovals',
    right: 'read',
    summary: 'Get a post’s approvals',
    description: 'Shows who approved or rejected the post, and whether each decision still counts.',
    access: 'posts:read',
    refuses: reachRefusals,
    params: postPath,
    answers: approvals,
    does: (request) => readApprovals(deps, callerOf(request), request.params.id),
  })
  route(app, {
    post: '/v1/posts/:id/request-approval',
    id: 'requestPostApproval',
    right: 'write',
    summary: 'Ask for approval of a post',
    description:
      'Emails the users who can approve the post now and sends `post.approval_requested`. Available once an hour for ' +
      'each post, or again after a decision.',
    access: 'posts:write',
    refuses: [...refusals, 'approval_requested_lately', 'mails_used_up'],
    params: postPath,
    body: requestBody,
    ifMatch,
    answers: approvals,
    does: (request) => requestApproval(deps, callerOf(request), request.params.id, request.body),
  })
  route(app, {
    post: '/v1/posts/:id/approve',
    id: 'approvePost',
    right: 'approve',
    summary: 'Approve a post',
    description:
      'Approves the content identified by `contentHash`. Any later edit voids the approval. If the profile has steps, ' +
      'this approves the current one, and the people of the next one get the request. Targets held for the last missing ' +
      'approval are published immediately.',
    access: 'posts:write',
    refuses: [
      ...refusals,
      'approval_by_author',
      'approval_by_same_person',
      'approval_outdated',
      'approval_not_your_turn',
    ],
    params: postPath,
    body: approveBody,
    ifMatch,
    answers: approvals,
    does: (request) => approvePost(deps, callerOf(request), request.params.id, request.body),
  })
  route(app, {
    post: '/v1/posts/:id/reject',
    id: 'rejectPost',
    right: 'approve',
    summary: 'Reject a post',
    description:
      'The post becomes a draft and keeps its scheduled time. Its author receives the reason. If the profile has ' +
      'steps, the people of the current step and of those before it can do this.',
    access: 'posts:write',
    refuses: [...refusals, 'post_not_editable', 'approval_not_your_turn'],
    params: postPath,
    body: rejectBody,
    ifMatch,
    answers: approvals,
    does: (request) => rejectPost(deps, callerOf(request), request.params.id, request.body),
  })
}
