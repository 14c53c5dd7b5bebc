import { callerOf } from '#infra/http/access.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { approveReply, editReply, rejectReply } from '../actions/reply-approvals.ts'
import type { InboxDeps } from '../deps.ts'
import * as schema from '../schema/replies.ts'
import { replyApproval, replyChanges, replyRejection } from '../schema/reply-approvals.ts'

const route = routesWith({ tag: 'Inbox' })
const refusals = [
  'reply_not_found',
  'profile_forbidden',
  'profile_role_required',
  'plan_required',
  'account_not_found',
  'reply_not_waiting',
] as const
const sends = ['replies_not_available', 'inbox_item_not_found'] as const

/** Adds the routes of the approval of replies. */
export function replyApprovalRoutes(app: Edge, deps: InboxDeps): void {
  route(app, {
    patch: '/v1/inbox/replies/:id',
    id: 'updateInboxReply',
    right: 'write',
    summary: 'Change a reply that waits for an approval',
    description:
      'It then waits again: earlier approvals no longer count. A rejected reply is changed the same way. Requires the ' +
      'right `write`.',
    access: 'inbox:reply',
    refuses: [...refusals, ...sends],
    params: schema.replyPath,
    body: replyChanges,
    answers: schema.reply,
    does: (request) => editReply(deps, callerOf(request), request.params.id, request.body),
  })
  route(app, {
    post: '/v1/inbox/replies/:id/approve',
    id: 'approveInboxReply',
    right: 'approve',
    summary: 'Approve a reply',
    description:
      'Approves the reply that `contentHash` identifies. With the last approval that is required, it is sent after eight ' +
      'seconds. The people who approve posts approve replies, in the same steps. Replies that a program wrote are ' +
      'approved by a person who is signed in.',
    access: 'inbox:reply',
    refuses: [
      ...refusals,
      ...sends,
      'reply_approval_by_author',
      'approval_by_program',
      'reply_approval_not_your_turn',
      'reply_changed',
      'replied_item_gone',
      'answered_meanwhile',
      'conversation_continued',
      'other_replies_wait',
    ],
    params: schema.replyPath,
    body: replyApproval,
    answers: schema.reply,
    does: (request) => approveReply(deps, callerOf(request), request.params.id, request.body),
  })
  route(app, {
    post: '/v1/inbox/replies/:id/reject',
    id: 'rejectInboxReply',
    right: 'approve',
    summary: 'Reject a reply',
    description: 'Its author reads the reason, and can change the reply and ask again.',
    access: 'inbox:reply',
    refuses: refusals,
    params: schema.replyPath,
    body: replyRejection,
    answers: schema.reply,
    does: (request) => rejectReply(deps, callerOf(request), request.params.id, request.body),
  })
}
