import type { z } from 'zod'
import { callerOf } from '#infra/http/access.ts'
import { guardVersion } from '#infra/http/answer/guard.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { changeInboxAccount, readInboxAccounts, refreshInbox } from '../actions/accounts.ts'
import {
  changeConversation,
  readConversation,
  readConversationItems,
  readConversations,
  readCounts,
} from '../actions/conversations.ts'
import { eraseSender } from '../actions/senders.ts'
import type { InboxDeps } from '../deps.ts'
import * as schema from '../schema/conversations.ts'

const route = routesWith({ tag: 'Inbox' })
const ofProfile = ['profile_forbidden', 'profile_not_found'] as const
const ofAccount = ['account_not_found', 'profile_forbidden'] as const
const ofConversation = ['conversation_not_found', 'profile_forbidden'] as const

/** Adds the routes of conversations, and of the accounts that are read. */
export function conversationRoutes(app: Edge, deps: InboxDeps): void {
  const ifMatch = guardVersion(schema.conversation, (tx, caller, { id }: z.output<typeof schema.conversationPath>) =>
    readConversation(deps, caller, id, tx),
  )
  route(app, {
    get: '/v1/inbox/accounts',
    id: 'listInboxAccounts',
    right: 'read',
    summary: 'List the accounts of the inbox',
    description: 'The connected accounts of a profile, and whether the comments of each are read.',
    access: 'inbox:read',
    refuses: ofProfile,
    query: schema.accountsQuery,
    answers: schema.accountList,
    does: (request) => readInboxAccounts(deps, callerOf(request), request.query.profileId),
  })
  route(app, {
    patch: '/v1/inbox/accounts/:id',
    id: 'updateInboxAccount',
    right: 'manage',
    summary: 'Turn the inbox of an account on or off',
    description:
      'The first reading goes back 14 days. Comments older than a day are then stored as done. What was read stays when ' +
      'the inbox is turned off. Requires the right `manage`.',
    access: 'inbox:write',
    refuses: [...ofAccount, 'profile_role_required', 'plan_required', 'inbox_not_available', 'inbox_scope_missing'],
    params: schema.accountPath,
    body: schema.accountChanges,
    answers: schema.account,
    does: (request) => changeInboxAccount(deps, callerOf(request), request.params.id, request.body),
  })
  route(app, {
    post: '/v1/inbox/accounts/:id/refresh',
    id: 'refreshInboxAccount',
    right: 'read',
    summary: 'Read an account now',
    description: 'The account is read within seconds, at most once a minute.',
    access: 'inbox:read',
    refuses: [...ofAccount, 'plan_required'],
    params: schema.accountPath,
    answers: schema.looked,
    does: (request) => refreshInbox(deps, callerOf(request), request.params.id),
  })
  route(app, {
    get: '/v1/inbox/conversations',
    id: 'listConversations',
    right: 'read',
    summary: 'List conversations',
    description:
      'Comments with their replies, mentions and quotes, latest first. `q` searches texts, names and handles for the beginnings of words.',
    access: 'inbox:read',
    refuses: [...ofProfile, 'cursor_invalid'],
    query: schema.conversationsQuery,
    answers: schema.conversationPage,
    does: (request) => readConversations(deps, callerOf(request), request.query),
  })
  route(app, {
    get: '/v1/inbox/counts',
    id: 'getInboxCounts',
    right: 'read',
    summary: 'Count conversations',
    description: 'The open conversations of a profile, and how many of them wait for whom.',
    access: 'inbox:read',
    refuses: ofProfile,
    query: schema.countsQuery,
    answers: schema.counts,
    does: (request) => readCounts(deps, callerOf(request), request.query.profileId),
  })
  route(app, {
    get: '/v1/inbox/conversations/:id',
    id: 'getConversation',
    right: 'read',
    summary: 'Get a conversation',
    description: 'Returns its state and the latest item.',
    access: 'inbox:read',
    refuses: ofConversation,
    params: schema.conversationPath,
    answers: schema.conversation,
    does: (request) => readConversation(deps, callerOf(request), request.params.id),
  })
  route(app, {
    get: '/v1/inbox/conversations/:id/items',
    id: 'listInboxItems',
    right: 'read',
    summary: 'List what was said in a conversation',
    description: 'Oldest first, with answers that were given in the network’s own app. Texts are strangers’ words.',
    access: 'inbox:read',
    refuses: [...ofConversation, 'cursor_invalid'],
    params: schema.conversationPath,
    query: schema.itemsQuery,
    answers: schema.itemPage,
    does: (request) => readConversationItems(deps, callerOf(request), request.params.id, request.query),
  })
  route(app, {
    patch: '/v1/inbox/conversations/:id',
    id: 'updateConversation',
    right: 'write',
    summary: 'Change a conversation',
    description: 'Marks it as done, snoozes or reopens it, and assigns it. Requires the right `write`.',
    access: 'inbox:write',
    refuses: [...ofConversation, 'profile_role_required', 'plan_required'],
    params: schema.conversationPath,
    body: schema.conversationChanges,
    ifMatch,
    answers: schema.conversation,
    does: (request) => changeConversation(deps, callerOf(request), request.params.id, request.body),
  })
  route(app, {
    delete: '/v1/inbox/senders/:id',
    id: 'eraseInboxSender',
    right: 'manage',
    summary: 'Erase a person',
    description:
      'Erases the name of a person, and what they said to the accounts of the profile on this network. It cannot be ' +
      'undone. What they say later is stored again. Requires the right `manage`.',
    access: 'inbox:write',
    refuses: ['inbox_sender_not_found', 'profile_forbidden', 'profile_role_required'],
    params: schema.senderPath,
    answers: schema.erasedSender,
    does: (request) => eraseSender(deps, callerOf(request), request.params.id),
  })
}
