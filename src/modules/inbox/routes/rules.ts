import type { z } from 'zod'
import { callerOf } from '#infra/http/access.ts'
import { guardVersion } from '#infra/http/answer/guard.ts'
import { createOnce, onceRefusals } from '#infra/http/idempotency/create-once.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { caps } from '#kernel/caps.ts'
import { changeRule, createRule, readRule, readRules, rehearseRule, removeRule } from '../actions/rules.ts'
import type { InboxDeps } from '../deps.ts'
import * as schema from '../schema/rules.ts'

const route = routesWith({ tag: 'Inbox' })
const ofProfile = ['profile_forbidden', 'profile_not_found'] as const
const ofRule = ['inbox_rule_not_found', 'profile_forbidden'] as const
const writes = ['profile_role_required', 'plan_required'] as const

/** Adds the routes of rules. */
export function ruleRoutes(app: Edge, deps: InboxDeps): void {
  const ifMatch = guardVersion(schema.rule, (tx, caller, { id }: z.output<typeof schema.rulePath>) =>
    readRule(tx, caller, id),
  )
  route(app, {
    get: '/v1/inbox/rules',
    id: 'listInboxRules',
    right: 'read',
    summary: 'List the rules of the inbox',
    description: `What happens to conversations when someone says something, in the order in which rules are tried. At most ${caps.inboxRulesOfProfile}.`,
    access: 'inbox:read',
    refuses: ofProfile,
    query: schema.rulesQuery,
    answers: schema.ruleList,
    does: (request) => readRules(deps, callerOf(request), request.query.profileId),
  })
  route(app, {
    post: '/v1/inbox/rules',
    id: 'createInboxRule',
    right: 'manage',
    summary: 'Create an inbox rule',
    description:
      'It is tried after the others, and runs once for each item that is said from then on. Rehearse it before you ' +
      'turn it on. No rule replies. Requires the right `manage`.',
    access: 'inbox:write',
    refuses: [...ofProfile, ...writes, 'inbox_rules_full', ...onceRefusals],
    body: schema.newRule,
    location: '/v1/inbox/rules/{id}',
    answers: { 201: schema.rule },
    does: async (request, reply) => {
      reply.code(201)
      return createOnce(deps, request, reply, (tx) => createRule(deps, tx, callerOf(request), request.body))
    },
  })
  route(app, {
    post: '/v1/inbox/rules/rehearse',
    repeats: 'safe',
    id: 'rehearseInboxRule',
    right: 'manage',
    summary: 'Rehearse an inbox rule',
    description:
      'Compares the last 30 days with the conditions of a rule, and lists what it would have done. Changes nothing. ' +
      'Requires the right `manage`.',
    access: 'inbox:read',
    refuses: [...ofProfile, 'profile_role_required'],
    body: schema.rehearsal,
    answers: schema.rehearsed,
    does: (request) => rehearseRule(deps, callerOf(request), request.body),
  })
  route(app, {
    get: '/v1/inbox/rules/:id',
    id: 'getInboxRule',
    right: 'read',
    summary: 'Get an inbox rule',
    description: 'Returns its conditions and actions, and why it does nothing if it cannot work.',
    access: 'inbox:read',
    refuses: ofRule,
    params: schema.rulePath,
    answers: schema.rule,
    does: (request) => readRule(deps.db, callerOf(request), request.params.id),
  })
  route(app, {
    patch: '/v1/inbox/rules/:id',
    id: 'updateInboxRule',
    right: 'manage',
    summary: 'Change an inbox rule',
    description: 'What it has done stays. Requires the right `manage`.',
    access: 'inbox:write',
    refuses: [...ofRule, ...writes],
    params: schema.rulePath,
    body: schema.ruleChanges,
    ifMatch,
    answers: schema.rule,
    does: (request) => changeRule(deps, callerOf(request), request.params.id, request.body),
  })
  route(app, {
    delete: '/v1/inbox/rules/:id',
    id: 'deleteInboxRule',
    right: 'manage',
    summary: 'Delete an inbox rule',
    description: 'What it has done stays. Requires the right `manage`.',
    access: 'inbox:write',
    refuses: [...ofRule, 'profile_role_required'],
    params: schema.rulePath,
    ifMatch,
    answers: schema.deletedRule,
    does: (request) => removeRule(deps, callerOf(request), request.params.id),
  })
}
