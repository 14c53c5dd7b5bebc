import type { z } from 'zod'
import { callerOf } from '#infra/http/access.ts'
import { guardVersion } from '#infra/http/answer/guard.ts'
import { createOnce, onceRefusals } from '#infra/http/idempotency/create-once.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import type { PlanningDeps } from '../deps.ts'
import * as schema from './schema.ts'
import { changeStage, createStage, deleteStage, listStages, readStage } from './stages.ts'

const route = routesWith({ tag: 'Ideas' })
const reach = ['profile_forbidden', 'profile_not_found'] as const
const known = ['idea_stage_not_found', ...reach] as const
const writes = ['profile_role_required', 'plan_required'] as const

/** Adds the routes of the stages of ideas. */
export function addStageRoutes(app: Edge, deps: PlanningDeps): void {
  const ifMatch = guardVersion(schema.stage, (tx, caller, { id }: z.output<typeof schema.stagePath>) =>
    readStage(tx, caller, id),
  )
  route(app, {
    get: '/v1/idea-stages',
    id: 'listIdeaStages',
    right: 'read',
    summary: 'List stages of ideas',
    description: 'The columns of the board of a profile. At first they are New, In progress and Ready.',
    access: 'posts:read',
    refuses: reach,
    query: schema.stagesQuery,
    answers: schema.stageList,
    does: (request) => listStages(deps, callerOf(request), request.query.profileId),
  })
  route(app, {
    post: '/v1/idea-stages',
    id: 'createIdeaStage',
    right: 'publish',
    summary: 'Create a stage of ideas',
    description: 'Requires the role editor.',
    access: 'posts:write',
    refuses: [...reach, ...writes, 'idea_stages_full', 'idea_stage_exists', ...onceRefusals],
    body: schema.stageBody,
    location: '/v1/idea-stages/{id}',
    answers: { 201: schema.stage },
    does: async (request, reply) => {
      reply.code(201)
      return createOnce(deps, request, reply, (tx) => createStage(deps, tx, callerOf(request), request.body))
    },
  })
  route(app, {
    get: '/v1/idea-stages/:id',
    id: 'getIdeaStage',
    right: 'read',
    summary: 'Get a stage of ideas',
    description: 'Its place is the one that it has in the list of stages.',
    access: 'posts:read',
    refuses: known,
    params: schema.stagePath,
    answers: schema.stage,
    does: (request) => readStage(deps.db, callerOf(request), request.params.id),
  })
  route(app, {
    patch: '/v1/idea-stages/:id',
    id: 'updateIdeaStage',
    right: 'publish',
    summary: 'Rename or move a stage of ideas',
    description: 'Requires the role editor.',
    access: 'posts:write',
    refuses: [...known, ...writes, 'idea_stage_exists'],
    params: schema.stagePath,
    body: schema.stageChanges,
    ifMatch,
    answers: schema.stage,
    does: (request) => changeStage(deps, callerOf(request), request.params.id, request.body),
  })
  route(app, {
    delete: '/v1/idea-stages/:id',
    id: 'deleteIdeaStage',
    right: 'publish',
    summary: 'Delete a stage of ideas',
    description: 'Its ideas move to the end of the stage `moveToId`. Requires the role editor.',
    access: 'posts:write',
    refuses: [...known, 'profile_role_required', 'idea_stage_not_empty', 'idea_stage_last'],
    params: schema.stagePath,
    query: schema.deleteStageQuery,
    ifMatch,
    answers: schema.deletedStage,
    does: (request) => deleteStage(deps, callerOf(request), request.params.id, request.query.moveToId),
  })
}
