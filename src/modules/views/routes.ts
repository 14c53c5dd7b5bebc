import type { z } from 'zod'
import { callerOf } from '#infra/http/access.ts'
import { guardVersion } from '#infra/http/answer/guard.ts'
import { createOnce, onceRefusals } from '#infra/http/idempotency/create-once.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { caps } from '#kernel/caps.ts'
import { changeView, createView, readView, readViews, removeView } from './actions.ts'
import type { ViewDeps } from './deps.ts'
import * as schema from './schema.ts'

const route = routesWith({ tag: 'Views' })
const reach = ['view_not_found', 'profile_forbidden'] as const
const writes = ['profile_forbidden', 'profile_role_required', 'plan_required'] as const
const roles = 'Requires the right `write` for a shared view, and the right `read` for your own.'

/** Adds the routes of saved views: the filters of a page under a name. */
export function viewRoutes(app: Edge, deps: ViewDeps): void {
  const ifMatch = guardVersion(schema.view, (tx, caller, { id }: z.output<typeof schema.viewPath>) =>
    readView(tx, caller, id),
  )
  route(app, {
    get: '/v1/views',
    id: 'listViews',
    right: 'read',
    summary: 'List saved views',
    description:
      'The shared views of a profile and your own, newest first. Views of other people are not listed. At most ' +
      `${caps.viewsOfProfile} shared ones, and ${caps.viewsOfProfile} of each person.`,
    access: 'posts:read',
    refuses: ['profile_forbidden', 'profile_not_found', 'cursor_invalid'],
    query: schema.viewsQuery,
    answers: schema.viewPageOfList,
    does: (request) => readViews(deps, callerOf(request), request.query),
  })
  route(app, {
    post: '/v1/views',
    id: 'createView',
    right: 'write',
    summary: 'Save a view',
    description: `Saves the filters of a page under a name. ${roles}`,
    access: 'posts:write',
    refuses: [...writes, 'profile_not_found', 'view_exists', 'views_full', ...onceRefusals],
    body: schema.viewBody,
    location: '/v1/views/{id}',
    answers: { 201: schema.view },
    does: async (request, reply) => {
      reply.code(201)
      return createOnce(deps, request, reply, (tx) => createView(deps, tx, callerOf(request), request.body))
    },
  })
  route(app, {
    get: '/v1/views/:id',
    id: 'getView',
    right: 'read',
    summary: 'Get a saved view',
    description: 'A filter whose account, label or author is gone stays, and is named in `missing`.',
    access: 'posts:read',
    refuses: reach,
    params: schema.viewPath,
    answers: schema.view,
    does: (request) => readView(deps.db, callerOf(request), request.params.id),
  })
  route(app, {
    patch: '/v1/views/:id',
    id: 'updateView',
    right: 'write',
    summary: 'Change a saved view',
    description: `Renames the view, replaces its filters or shares it. Only the person who saved a shared view can make it private. ${roles}`,
    access: 'posts:write',
    refuses: [...writes, 'view_not_found', 'view_exists', 'views_full', 'view_creator_required'],
    params: schema.viewPath,
    body: schema.viewChanges,
    ifMatch,
    answers: schema.view,
    does: (request) => changeView(deps, callerOf(request), request.params.id, request.body),
  })
  route(app, {
    delete: '/v1/views/:id',
    id: 'deleteView',
    right: 'write',
    summary: 'Delete a saved view',
    description: `Posts and files stay as they are. ${roles}`,
    access: 'posts:write',
    refuses: [...reach, 'profile_role_required'],
    params: schema.viewPath,
    ifMatch,
    answers: schema.deletedView,
    does: (request) => removeView(deps, callerOf(request), request.params.id),
  })
}
