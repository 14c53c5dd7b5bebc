import type { z } from 'zod'
import { callerOf } from '#infra/http/access.ts'
import { guardVersion } from '#infra/http/answer/guard.ts'
import { createOnce, onceRefusals } from '#infra/http/idempotency/create-once.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { caps } from '#kernel/caps.ts'
import { createPrepared, post, publishRefusals } from '#modules/posts/index.ts'
import { trashDays } from '#rules/trash.ts'
import type { PlanningDeps } from '../deps.ts'
import {
  changeIdea,
  createIdea,
  deleteIdea,
  listIdeaPosts,
  listIdeas,
  moveIdea,
  readIdea,
  restoreIdea,
} from './actions.ts'
import { createIdeaPost, prepareIdeaPost } from './post-from.ts'
import * as schema from './schema.ts'

const route = routesWith({ tag: 'Ideas' })
const reach = ['profile_forbidden', 'profile_not_found'] as const
const known = ['idea_not_found', ...reach] as const
const writes = ['profile_role_required', 'plan_required'] as const

/** Adds the routes of ideas. */
export function addIdeaRoutes(app: Edge, deps: PlanningDeps): void {
  const ifMatch = guardVersion(schema.idea, (tx, caller, { id }: z.output<typeof schema.ideaPath>) =>
    readIdea(tx, caller, id),
  )
  route(app, {
    get: '/v1/ideas',
    id: 'listIdeas',
    right: 'read',
    summary: 'List ideas',
    description: `The ideas of a profile, in the order of its board. At most ${caps.ideasOfProfile} in all.`,
    access: 'posts:read',
    refuses: [...reach, 'cursor_invalid'],
    query: schema.ideasQuery,
    answers: schema.ideaPage,
    does: (request) => listIdeas(deps, callerOf(request), request.query),
  })
  route(app, {
    post: '/v1/ideas',
    id: 'createIdea',
    right: 'write',
    summary: 'Create an idea',
    description: 'The idea is put on top of its stage. Requires the right `write`.',
    access: 'posts:write',
    refuses: [...reach, ...writes, 'ideas_full', ...onceRefusals],
    body: schema.ideaBody,
    location: '/v1/ideas/{id}',
    answers: { 201: schema.idea },
    does: async (request, reply) => {
      reply.code(201)
      return createOnce(deps, request, reply, (tx) => createIdea(deps, tx, callerOf(request), request.body))
    },
  })
  route(app, {
    get: '/v1/ideas/:id',
    id: 'getIdea',
    right: 'read',
    summary: 'Get an idea',
    description: 'Labels and files that are deleted are no longer named; the idea stays.',
    access: 'posts:read',
    refuses: known,
    params: schema.ideaPath,
    answers: schema.idea,
    does: (request) => readIdea(deps.db, callerOf(request), request.params.id),
  })
  route(app, {
    patch: '/v1/ideas/:id',
    id: 'updateIdea',
    right: 'write',
    summary: 'Change an idea',
    description: 'Requires the right `write`.',
    access: 'posts:write',
    refuses: [...known, ...writes],
    params: schema.ideaPath,
    body: schema.ideaChanges,
    ifMatch,
    answers: schema.idea,
    does: (request) => changeIdea(deps, callerOf(request), request.params.id, request.body),
  })
  route(app, {
    delete: '/v1/ideas/:id',
    id: 'deleteIdea',
    right: 'write',
    summary: 'Delete an idea',
    description: `It can be restored for ${trashDays} days. Posts that were made from it stay. Requires the right \`write\`.`,
    access: 'posts:write',
    refuses: [...known, 'profile_role_required'],
    params: schema.ideaPath,
    ifMatch,
    answers: schema.deletedIdea,
    does: (request) => deleteIdea(deps, callerOf(request), request.params.id),
  })
  route(app, {
    post: '/v1/ideas/:id/restore',
    id: 'restoreIdea',
    right: 'write',
    summary: 'Restore a deleted idea',
    description:
      `Within ${trashDays} days, for the last 500 deleted ideas of a profile. The idea has its stage, its place, its ` +
      'author and its posts again. If its stage was deleted, it is where the ideas of that stage were moved. Requires ' +
      'the right `write`.',
    access: 'posts:write',
    refuses: [...known, ...writes, 'ideas_full'],
    params: schema.ideaPath,
    answers: schema.idea,
    does: (request) => restoreIdea(deps, callerOf(request), request.params.id),
  })
  route(app, {
    post: '/v1/ideas/:id/move',
    id: 'moveIdea',
    right: 'write',
    summary: 'Move an idea',
    description:
      'Puts an idea before another one of a stage, or at its end. The idea is named, not a number, so two people who ' +
      'move ideas at the same time cannot give them the same place. With `If-Match`, the move is refused if someone ' +
      'else has moved or changed the idea. Requires the right `write`.',
    access: 'posts:write',
    refuses: [...known, ...writes, 'idea_neighbor_moved'],
    params: schema.ideaPath,
    body: schema.moveBody,
    ifMatch,
    answers: schema.idea,
    does: (request) => moveIdea(deps, callerOf(request), request.params.id, request.body),
  })
  route(app, {
    get: '/v1/ideas/:id/posts',
    id: 'listIdeaPosts',
    right: 'read',
    summary: 'List the posts of an idea',
    description: 'The posts that were made from an idea, newest first.',
    access: 'posts:read',
    refuses: [...known, 'cursor_invalid'],
    params: schema.ideaPath,
    query: schema.ideaPostsQuery,
    answers: schema.ideaPosts,
    does: (request) => listIdeaPosts(deps.db, callerOf(request), request.params.id, request.query),
  })
  route(app, {
    post: '/v1/ideas/:id/post',
    id: 'createPostFromIdea',
    right: 'write',
    summary: 'Turn an idea into a draft',
    description:
      'Creates a draft with the text of the idea, or its title if it has no text, and its URL, files and labels. Its ' +
      '`ideaId` names the idea, which stays. With `scheduledAt` the draft has a time. Requires the right `write`.',
    access: 'posts:write',
    refuses: [...known, ...writes, 'idea_has_post', 'post_texts_full', ...publishRefusals, ...onceRefusals],
    params: schema.ideaPath,
    body: schema.draftBody,
    location: '/v1/posts/{id}',
    answers: { 201: post },
    does: async (request, reply) => {
      const caller = callerOf(request)
      const { id } = request.params
      const input = request.body
      return createPrepared(deps, request, reply, {
        prepare: () => prepareIdeaPost(deps, caller, id, input),
        create: (tx, prepared) => createIdeaPost(deps, tx, caller, { id, input, prepared }),
      })
    },
  })
}
