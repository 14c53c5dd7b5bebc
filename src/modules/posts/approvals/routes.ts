import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import type { PostDeps } from '../deps.ts'
import { reachRefusals, reading, writeRefusals, writing } from '../routes/rules.ts'
import { postPath } from '../schema/queries.ts'
import { approvePost } from './actions/approve-post.ts'
import { readApprovals } from './actions/read-approvals.ts'
import { rejectPost } from './actions/reject-post.ts'
import { requestApproval } from './actions/request-approval.ts'
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
        summary: 'Read the approvals of a post',
        description: 'Shows who has approved or rejected it, and whether that counts for the post as it is now.',
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
          'Emails the users who can approve it and sends `post.approval_requested`. At most once an hour for each post, unless ' +
          'someone has decided since.',
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
          'Approves the content that `contentHash` names. Any later edit voids the approval. What has been held for the ' +
          'last missing approval goes out at once.',
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
        description: 'The post becomes a draft that keeps its time. Its author gets the reason.',
        params: postPath,
        body: rejectBody,
        response: { 200: approvals },
      },
    },
    (request) => rejectPost(deps, callerOf(request), request.params.id, request.body),
  )
}
