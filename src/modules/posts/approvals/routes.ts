import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import type { PostDeps } from '../deps.ts'
import { reachRefusals, reading, writeRefusals, writing } from '../route-rules.ts'
import { postPath } from '../schema/requests.ts'
import { approvePost, readApprovals, rejectPost, requestApproval } from './actions.ts'
import { approvals, approveBody, rejectBody, requestBody } from './schema.ts'

const tags = ['Approvals']
const refusals = [...writeRefusals, 'approval_not_required', 'post_wrong_status', 'post_in_trash'] as const

/** Adds the routes for approvals. */
export function addApprovalRoutes(app: Edge, deps: PostDeps): void {
  app.get(
    '/v1/posts/:id/approvals',
    {
      config: { access: reading, refusals: reachRefusals },
      schema: {
        operationId: 'getPostApprovals',
        tags,
        summary: 'Get a post’s approvals',
        description: 'Shows who approved or rejected the post, and whether each decision still counts.',
        params: postPath,
        response: { 200: approvals },
      },
    },
    (request) => readApprovals(deps, callerOf(request), request.params.id),
  )
  app.post(
    '/v1/posts/:id/request-approval',
    {
      config: { access: writing, refusals: [...refusals, 'approval_requested_lately', 'mails_used_up'] },
      schema: {
        operationId: 'requestPostApproval',
        tags,
        summary: 'Ask for approval of a post',
        description:
          'Emails the users who can approve the post and sends `post.approval_requested`. Available once an ' +
          'hour for each post, or again after a decision.',
        params: postPath,
        body: requestBody,
        response: { 200: approvals },
      },
    },
    (request) => requestApproval(deps, callerOf(request), request.params.id, request.body),
  )
  app.post(
    '/v1/posts/:id/approve',
    {
      config: { access: writing, refusals: [...refusals, 'approval_by_author', 'approval_outdated'] },
      schema: {
        operationId: 'approvePost',
        tags,
        summary: 'Approve a post',
        description:
          'Approves the content identified by `contentHash`. Any later edit voids the approval. Targets ' +
          'held for the last missing approval are published immediately.',
        params: postPath,
        body: approveBody,
        response: { 200: approvals },
      },
    },
    (request) => approvePost(deps, callerOf(request), request.params.id, request.body),
  )
  app.post(
    '/v1/posts/:id/reject',
    {
      config: { access: writing, refusals: [...refusals, 'post_not_editable'] },
      schema: {
        operationId: 'rejectPost',
        tags,
        summary: 'Reject a post',
        description: 'The post becomes a draft and keeps its scheduled time. Its author receives the reason.',
        params: postPath,
        body: rejectBody,
        response: { 200: approvals },
      },
    },
    (request) => rejectPost(deps, callerOf(request), request.params.id, request.body),
  )
}
