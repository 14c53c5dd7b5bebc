import { callerOf } from '#infra/http/access.ts'
import { createOnce, onceRefusals } from '#infra/http/idempotency/create-once.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { cancelReply, readReplies, readReply, resolveReply, retryReply, writeReply } from '../actions/replies.ts'
import type { InboxDeps } from '../deps.ts'
import * as schema from '../schema/replies.ts'

const route = routesWith({ tag: 'Inbox' })
const ofConversation = ['conversation_not_found', 'profile_forbidden'] as const
const ofReply = ['reply_not_found', 'profile_forbidden'] as const
const writes = ['profile_role_required', 'plan_required', 'account_not_found'] as const
const sends = [...writes, 'replies_not_available', 'inbox_item_not_found'] as const

/** Adds the routes of replies. */
export function replyRoutes(app: Edge, deps: InboxDeps): void {
  route(app, {
    get: '/v1/inbox/conversations/:id/replies',
    id: 'listInboxReplies',
    right: 'read',
    summary: 'List the replies of a conversation',
    description: 'What the team wrote here, oldest first. A reply that was sent is also an item of the conversation.',
    access: 'inbox:read',
    refuses: ofConversation,
    params: schema.conversationPath,
    answers: schema.replyList,
    does: (request) => readReplies(deps, callerOf(request), request.params.id),
  })
  route(app, {
    post: '/v1/inbox/conversations/:id/replies',
    id: 'createInboxReply',
    right: 'publish',
    summary: 'Reply in a conversation',
    description:
      'The reply is sent after eight seconds, in which it can be cancelled, and once: if the network’s response is ' +
      'lost, Posthorn looks for the reply before it sends anything again. If the profile’s `inboxApprovals` says so, it ' +
      'waits for an approval first. Requires the right `publish`, or `write` where replies wait.',
    access: 'inbox:reply',
    refuses: [...ofConversation, ...sends, 'answered_meanwhile', 'same_reply', 'replies_full', ...onceRefusals],
    params: schema.conversationPath,
    body: schema.newReply,
    answers: { 201: schema.reply },
    does: async (request, answer) => {
      answer.code(201)
      return createOnce(deps, request, answer, (tx) =>
        writeReply(deps, tx, callerOf(request), request.params.id, request.body),
      )
    },
  })
  route(app, {
    get: '/v1/inbox/replies/:id',
    id: 'getInboxReply',
    right: 'read',
    summary: 'Get a reply',
    description: 'Returns its state, and what went wrong.',
    access: 'inbox:read',
    refuses: ofReply,
    params: schema.replyPath,
    answers: schema.reply,
    does: (request) => readReply(deps.db, callerOf(request), request.params.id),
  })
  route(app, {
    delete: '/v1/inbox/replies/:id',
    id: 'cancelInboxReply',
    right: 'publish',
    summary: 'Cancel a reply',
    description:
      'Possible until sending begins. A reply that was sent stays on the network. Contributors can cancel replies that ' +
      'wait for an approval or were rejected.',
    access: 'inbox:reply',
    refuses: [...ofReply, ...writes, 'reply_begun'],
    params: schema.replyPath,
    answers: schema.reply,
    does: (request) => cancelReply(deps, callerOf(request), request.params.id),
  })
  route(app, {
    post: '/v1/inbox/replies/:id/retry',
    id: 'retryInboxReply',
    right: 'publish',
    summary: 'Send a failed reply again',
    description: 'A reply whose outcome is unknown has to be resolved instead.',
    access: 'inbox:reply',
    refuses: [...ofReply, ...sends, 'reply_not_failed', 'outcome_unknown'],
    params: schema.replyPath,
    answers: schema.reply,
    does: (request) => retryReply(deps, callerOf(request), request.params.id),
  })
  route(app, {
    post: '/v1/inbox/replies/:id/resolve',
    id: 'resolveInboxReply',
    right: 'publish',
    summary: 'Resolve a reply whose outcome is unknown',
    description: 'Check the network first. A reply that is there is not sent again.',
    access: 'inbox:reply',
    refuses: [...ofReply, ...sends, 'reply_not_unknown'],
    params: schema.replyPath,
    body: schema.resolution,
    answers: schema.reply,
    does: (request) => resolveReply(deps, callerOf(request), request.params.id, request.body),
  })
}
