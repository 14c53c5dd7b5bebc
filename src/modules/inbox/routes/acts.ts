import { callerOf } from '#infra/http/access.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { changeItem, readItem, removeItem } from '../actions/acts.ts'
import type { InboxDeps } from '../deps.ts'
import * as schema from '../schema/acts.ts'
import { item } from '../schema/conversations.ts'

const route = routesWith({ tag: 'Inbox' })
const ofItem = ['inbox_item_not_found', 'profile_forbidden'] as const
const acts = [
  ...ofItem,
  'account_not_found',
  'profile_role_required',
  'plan_required',
  'act_not_available',
  'inbox_scope_missing',
] as const

/** Adds the routes of items: what is liked, hidden and removed at the network. */
export function itemRoutes(app: Edge, deps: InboxDeps): void {
  route(app, {
    get: '/v1/inbox/items/:id',
    id: 'getInboxItem',
    right: 'read',
    summary: 'Get an item',
    description: 'Returns what was said, and what was done with it.',
    access: 'inbox:read',
    refuses: ofItem,
    params: schema.itemPath,
    answers: item,
    does: (request) => readItem(deps, callerOf(request), request.params.id),
  })
  route(app, {
    patch: '/v1/inbox/items/:id',
    id: 'updateInboxItem',
    right: 'publish',
    summary: 'Like or hide an item',
    description:
      'Records what you want. It is done at the network within seconds and repeated if the network cannot be reached; ' +
      '`acts` says what is not done yet, and what failed. `canAct` says what the network offers. Requires the right `publish`.',
    access: 'inbox:write',
    refuses: acts,
    params: schema.itemPath,
    body: schema.itemChanges,
    answers: item,
    does: (request) => changeItem(deps, callerOf(request), request.params.id, request.body),
  })
  route(app, {
    delete: '/v1/inbox/items/:id',
    id: 'removeInboxItem',
    right: 'manage',
    summary: 'Remove an item from its network',
    description:
      'Removes a comment of someone else below a post of the account, where the network allows it, or a reply that was ' +
      'written in the inbox. It cannot be undone. Posts, parts of threads and first comments are never removed. Its words ' +
      'are erased here, too. Requires the right `manage`.',
    access: 'inbox:write',
    refuses: acts,
    params: schema.itemPath,
    answers: item,
    does: (request) => removeItem(deps, callerOf(request), request.params.id),
  })
}
