import { callerOf } from '#infra/http/access.ts'
import { createOnce, onceRefusals } from '#infra/http/idempotency/create-once.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { type ForecastDeps, publishRefusals } from '#modules/posts/index.ts'
import type { PlanningDeps } from '../deps.ts'
import { changePlan, createPlan, getPlan, listPlans, previewPlan, removePlan } from './actions.ts'
import { addPosts, arrangePosts, movePost, shufflePosts } from './place-posts.ts'
import { readSlots } from './read-slots.ts'
import * as schema from './schema.ts'

const route = routesWith({ tag: 'Posting times' })
const reach = ['profile_forbidden', 'profile_not_found'] as const
const known = ['slot_plan_not_found', ...reach] as const
const writes = ['profile_role_required', 'plan_required'] as const

export function addSlotPlanRoutes(app: Edge, deps: PlanningDeps & ForecastDeps): void {
  addPlanRoutes(app, deps)
  addPlaceRoutes(app, deps)
}

function addPlanRoutes(app: Edge, deps: PlanningDeps): void {
  route(app, {
    get: '/v1/slot-plans',
    id: 'listSlotPlans',
    right: 'read',
    summary: 'List a profile’s plans of posting times',
    description: 'Oldest first. The times ahead of a plan are at `listSlots`.',
    access: 'posts:read',
    refuses: [...reach, 'cursor_invalid'],
    query: schema.plansQuery,
    answers: schema.planPage,
    does: (request) => listPlans(deps, callerOf(request), request.query),
  })
  route(app, {
    post: '/v1/slot-plans',
    id: 'createSlotPlan',
    right: 'publish',
    summary: 'Create a plan of posting times',
    description: 'Stores the times of a week. Times ahead are computed from them. Requires the role editor.',
    access: 'posts:write',
    refuses: [...reach, ...writes, 'slot_plans_full', ...onceRefusals],
    body: schema.planBody,
    answers: { 201: schema.slotPlan },
    does: async (request, reply) => {
      reply.code(201)
      return createOnce(deps, request, reply, (tx) => createPlan(deps, tx, callerOf(request), request.body))
    },
  })
  route(app, {
    get: '/v1/slot-plans/:id',
    id: 'getSlotPlan',
    right: 'read',
    summary: 'Get a plan of posting times',
    description: 'Returns the times of a week, when they do not apply, and the accounts that they are for.',
    access: 'posts:read',
    refuses: known,
    params: schema.planPath,
    answers: schema.slotPlan,
    does: (request) => getPlan(deps, callerOf(request), request.params.id),
  })
  route(app, {
    patch: '/v1/slot-plans/:id',
    id: 'updateSlotPlan',
    right: 'publish',
    summary: 'Change a plan of posting times',
    description:
      'Other times, gaps, accounts, another time zone, a pause or its end also move the posts that the plan has ' +
      'placed: in their order, to its first free times. Posts whose time a person chose are not moved. Preview the ' +
      'change with `previewSlotPlan`. Requires the role editor.',
    access: 'posts:publish',
    refuses: [...known, ...writes, 'slot_plan_full'],
    params: schema.planPath,
    body: schema.planChanges,
    answers: schema.changedPlan,
    does: (request) => changePlan(deps, callerOf(request), request.params.id, request.body),
  })
  route(app, {
    delete: '/v1/slot-plans/:id',
    id: 'deleteSlotPlan',
    right: 'publish',
    summary: 'Delete a plan of posting times',
    description: 'Its posts keep their times. Requires the role editor.',
    access: 'posts:write',
    refuses: [...known, 'profile_role_required'],
    params: schema.planPath,
    answers: schema.deletedPlan,
    does: (request) => removePlan(deps, callerOf(request), request.params.id),
  })
  route(app, {
    post: '/v1/slot-plans/:id/preview',
    repeats: 'safe',
    id: 'previewSlotPlan',
    right: 'read',
    summary: 'Preview a change of posting times',
    description: 'Returns the posts that the change would move, and their new times. Nothing is stored.',
    access: 'posts:read',
    refuses: [...known, 'slot_plan_full'],
    params: schema.planPath,
    body: schema.previewBody,
    answers: schema.changeEffects,
    does: (request) => previewPlan(deps, callerOf(request), request.params.id, request.body),
  })
}

function addPlaceRoutes(app: Edge, deps: PlanningDeps & ForecastDeps): void {
  route(app, {
    get: '/v1/slot-plans/:id/slots',
    id: 'listSlots',
    right: 'read',
    summary: 'List the times of a plan',
    description:
      'Returns the times ahead, the posts there, and for each time what would hold a post back. Quotas and approvals ' +
      'are checked for 31 days and up to 200 posts.',
    access: 'posts:read',
    refuses: [...known, 'profile_role_required'],
    params: schema.planPath,
    query: schema.slotsQuery,
    answers: schema.slotList,
    does: (request) => readSlots(deps, callerOf(request), request.params.id, request.query),
  })
  route(app, {
    post: '/v1/slot-plans/:id/add',
    id: 'addToSlotPlan',
    right: 'publish',
    summary: 'Schedule drafts at times of a plan',
    description:
      'Gives drafts the next free times, the times after the last post of the plan, the first times, or one draft a ' +
      'time that you choose, and schedules them: all of them or none. A time is free if no post of the accounts has it. Requires the role editor.',
    access: 'posts:publish',
    refuses: [
      ...known,
      ...writes,
      ...publishRefusals,
      'post_forbidden',
      'post_not_found',
      'post_in_trash',
      'post_not_draft',
      'slot_plan_full',
      'slot_not_free',
    ],
    params: schema.planPath,
    body: schema.addBody,
    answers: schema.moved,
    does: (request) => addPosts(deps, callerOf(request), request.params.id, request.body),
  })
  route(app, {
    post: '/v1/slot-plans/:id/move',
    id: 'moveInSlotPlan',
    right: 'publish',
    summary: 'Move a post within its plan',
    description:
      'Puts a post in the place of another, or at the end. The posts between move by one; the times stay the same.',
    access: 'posts:publish',
    refuses: [...known, ...writes],
    params: schema.planPath,
    body: schema.moveBody,
    answers: schema.moved,
    does: (request) => movePost(deps, callerOf(request), request.params.id, request.body),
  })
  route(app, {
    post: '/v1/slot-plans/:id/arrange',
    id: 'arrangeSlotPlan',
    right: 'publish',
    summary: 'Put posts of a plan in another order',
    description:
      'The posts exchange their times, so that they are published in the given order. Other posts keep theirs. Undoes ' +
      'a move or a shuffle: give the posts that it moved, in the order of their previous times.',
    access: 'posts:publish',
    refuses: [...known, ...writes],
    params: schema.planPath,
    body: schema.arrangeBody,
    answers: schema.moved,
    does: (request) => arrangePosts(deps, callerOf(request), request.params.id, request.body),
  })
  route(app, {
    post: '/v1/slot-plans/:id/shuffle',
    id: 'shuffleSlotPlan',
    right: 'publish',
    summary: 'Shuffle the posts of a plan',
    description: 'Gives the times of the plan to its posts in a random order.',
    access: 'posts:publish',
    refuses: [...known, ...writes],
    params: schema.planPath,
    answers: schema.moved,
    does: (request) => shufflePosts(deps, callerOf(request), request.params.id),
  })
}
