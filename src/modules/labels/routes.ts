import { callerOf } from '#infra/http/access.ts'
import { createOnce, onceRefusals } from '#infra/http/idempotency/create-once.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { changeLabel, createLabel, deleteLabel, getLabel, listLabels, listLabelUses, mergeLabel } from './actions.ts'
import type { LabelDeps } from './deps.ts'
import * as schema from './schema.ts'

const route = routesWith({ tag: 'Labels' })
const reach = ['profile_forbidden', 'profile_not_found'] as const
const known = ['label_not_found', ...reach] as const
const writes = ['profile_role_required', 'plan_required'] as const

export function labelRoutes(app: Edge, deps: LabelDeps): void {
  route(app, {
    get: '/v1/labels',
    id: 'listLabels',
    right: 'read',
    summary: 'List a profile’s labels',
    description: 'By name. Archived labels are listed only if `archived` asks for them.',
    access: 'posts:read',
    refuses: [...reach, 'cursor_invalid'],
    query: schema.labelsQuery,
    answers: schema.labelPage,
    does: (request) => listLabels(deps, callerOf(request), request.query),
  })
  route(app, {
    post: '/v1/labels',
    id: 'createLabel',
    right: 'write',
    summary: 'Create a label',
    description: 'A label that a post names in `tags` is also created with the post. Requires the right `write`.',
    access: 'posts:write',
    refuses: [...reach, ...writes, 'label_exists', 'labels_full', ...onceRefusals],
    body: schema.labelBody,
    answers: { 201: schema.label },
    does: async (request, reply) => {
      reply.code(201)
      return createOnce(deps, request, reply, (tx) => createLabel(deps, tx, callerOf(request), request.body))
    },
  })
  route(app, {
    get: '/v1/labels/uses',
    id: 'listLabelUses',
    right: 'read',
    summary: 'List how many posts have each label',
    description: 'Counts the posts of a profile that are not in the trash. Labels without posts are omitted.',
    access: 'posts:read',
    refuses: reach,
    query: schema.labelUsesQuery,
    answers: schema.labelUses,
    does: (request) => listLabelUses(deps, callerOf(request), request.query.profileId),
  })
  route(app, {
    get: '/v1/labels/:id',
    id: 'getLabel',
    right: 'read',
    summary: 'Get a label',
    description: 'Also returns an archived label. While `isSettled` is false, posts are still getting its name.',
    access: 'posts:read',
    refuses: known,
    params: schema.labelPath,
    answers: schema.label,
    does: (request) => getLabel(deps, callerOf(request), request.params.id),
  })
  route(app, {
    patch: '/v1/labels/:id',
    id: 'updateLabel',
    right: 'publish',
    summary: 'Change a label',
    description:
      'Posts and files follow a new name within seconds, in batches. In the meantime, the previous name still means this ' +
      'label wherever a post is written. Requires the role editor.',
    access: 'posts:write',
    refuses: [...known, ...writes, 'label_exists'],
    params: schema.labelPath,
    body: schema.labelChanges,
    answers: schema.label,
    does: (request) => changeLabel(deps, callerOf(request), request.params.id, request.body),
  })
  route(app, {
    post: '/v1/labels/:id/merge',
    id: 'mergeLabel',
    right: 'publish',
    summary: 'Merge a label into another',
    description:
      'Deletes the label. Its posts and files get the other one, in batches. Both belong to the same profile. ' +
      'Requires the role editor.',
    access: 'posts:write',
    refuses: [...known, ...writes],
    params: schema.labelPath,
    body: schema.mergeBody,
    answers: schema.label,
    does: (request) => mergeLabel(deps, callerOf(request), request.params.id, request.body.intoId),
  })
  route(app, {
    delete: '/v1/labels/:id',
    id: 'deleteLabel',
    right: 'publish',
    summary: 'Delete a label',
    description:
      'Removes the label from posts and files, in batches. A post that is saved with its name in the meantime keeps it, ' +
      'and the label stays. Requires the role editor.',
    access: 'posts:write',
    refuses: [...known, 'profile_role_required'],
    params: schema.labelPath,
    answers: schema.deletedLabel,
    does: (request) => deleteLabel(deps, callerOf(request), request.params.id),
  })
}
