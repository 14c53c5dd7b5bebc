import type { z } from 'zod'
import { callerOf } from '#infra/http/access.ts'
import { guardContent } from '#infra/http/answer/guard.ts'
import { onceRefusals } from '#infra/http/idempotency/create-once.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { caps } from '#kernel/caps.ts'
import { createPrepared, publishRefusals, writeRefusals } from '#modules/posts/index.ts'
import type { PlanningDeps } from '../deps.ts'
import { changeOccurrence } from './actions/change-occurrence.ts'
import { cancelRule, pauseRule, resumeRule } from './actions/end-rule.ts'
import { previewCron, readOccurrences, readRule, readRules } from './actions/list-rules.ts'
import { createRule, prepareRule, updateRule } from './actions/write-rule.ts'
import * as schema from './schema.ts'

const route = routesWith({ tag: 'Recurring posts' })
const reachRefusals = ['recurring_rule_not_found', 'profile_forbidden'] as const
const changeRefusals = [...reachRefusals, 'profile_role_required', 'recurring_rule_cancelled'] as const

export function addRecurringRoutes(app: Edge, deps: PlanningDeps): void {
  const ifMatch = guardContent(schema.recurringRule, (tx, caller, { id }: z.output<typeof schema.rulePath>) =>
    readRule({ db: tx }, caller, id),
  )
  route(app, {
    post: '/v1/recurring-posts',
    id: 'createRecurringRule',
    right: 'publish',
    summary: 'Repeat a post on a schedule',
    description:
      'Each run schedules a copy of the post. Requires the scopes `posts:write` and `posts:publish`. While the post ' +
      'is in the trash, runs are skipped. If runs were missed while Posthorn was down, only the latest is made up, ' +
      'within 24 hours.',
    access: 'posts:write',
    refuses: [
      ...writeRefusals,
      ...publishRefusals,
      'post_in_trash',
      'cron_too_frequent',
      'recurring_rules_full',
      ...onceRefusals,
    ],
    body: schema.createRuleBody,
    location: '/v1/recurring-posts/{id}',
    answers: { 201: schema.recurringRule },
    does: async (request, reply) => {
      const caller = callerOf(request)
      return createPrepared(deps, request, reply, {
        prepare: () => prepareRule(deps, caller, request.body),
        create: (tx, fetched) => createRule(deps, tx, caller, request.body, fetched),
      })
    },
  })
  route(app, {
    get: '/v1/recurring-posts',
    id: 'listRecurringRules',
    summary: 'List recurring rules',
    description:
      'Newest first. Includes ended rules and the 100 most recently created cancelled rules of each profile, ' +
      `at most ${caps.rulesOfProfile + 100} of one profile. To page, set \`limit\`, and send the ID of the last rule ` +
      'as `cursor`.',
    access: 'posts:read',
    refuses: ['profile_forbidden', 'profile_not_found'],
    query: schema.rulesQuery,
    answers: schema.recurringRule.array(),
    does: (request) => readRules(deps, callerOf(request), request.query),
  })
  route(app, {
    get: '/v1/recurring-posts/occurrences',
    id: 'listRecurringOccurrences',
    right: 'read',
    summary: 'List the runs in a time range',
    description:
      'The upcoming runs of all active rules of a profile, for a calendar. Moved runs appear at their new time. ' +
      'Skipped runs are omitted. At most 2,000.',
    access: 'posts:read',
    refuses: ['profile_forbidden', 'profile_not_found'],
    query: schema.occurrencesQuery,
    answers: schema.occurrence.array(),
    does: (request) => readOccurrences(deps, callerOf(request), request.query),
  })
  route(app, {
    post: '/v1/recurring-posts/preview',
    repeats: 'safe',
    id: 'previewRecurringRule',
    summary: 'Describe a cron expression',
    description: 'Also returns the next five runs, for display in a form. Nothing is stored.',
    access: 'posts:read',
    refuses: ['cron_too_frequent'],
    body: schema.previewBody,
    answers: schema.cronPreview,
    does: (request) => previewCron(deps, callerOf(request), request.body),
  })
  route(app, {
    get: '/v1/recurring-posts/:id',
    id: 'getRecurringRule',
    right: 'read',
    summary: 'Get a recurring rule',
    description: 'Returns a rule with its schedule, its next run and its exceptions.',
    access: 'posts:read',
    refuses: reachRefusals,
    params: schema.rulePath,
    answers: schema.recurringRule,
    does: (request) => readRule(deps, callerOf(request), request.params.id),
  })
  route(app, {
    patch: '/v1/recurring-posts/:id',
    id: 'updateRecurringRule',
    right: 'publish',
    summary: 'Change a recurring rule',
    description: 'Changes apply from the next run on. Posts that the rule has already created stay as they are.',
    access: 'posts:write',
    refuses: [
      ...changeRefusals,
      ...publishRefusals,
      'post_not_found',
      'post_forbidden',
      'post_in_trash',
      'cron_too_frequent',
    ],
    params: schema.rulePath,
    body: schema.updateRuleBody,
    ifMatch,
    answers: schema.recurringRule,
    does: (request) => updateRule(deps, callerOf(request), request.params.id, request.body),
  })
  route(app, {
    delete: '/v1/recurring-posts/:id',
    id: 'cancelRecurringRule',
    right: 'publish',
    summary: 'Cancel a recurring rule',
    description: 'Posts that the rule created are kept. `cancelled` is false if the rule was already cancelled.',
    access: 'posts:write',
    refuses: [...reachRefusals, 'profile_role_required'],
    params: schema.rulePath,
    ifMatch,
    answers: schema.cancelledRule,
    does: (request) => cancelRule(deps, callerOf(request), request.params.id),
  })
  route(app, {
    post: '/v1/recurring-posts/:id/pause',
    id: 'pauseRecurringRule',
    right: 'publish',
    summary: 'Pause a recurring rule',
    description: 'No run creates a post until the rule is resumed. The runs of that time are not made up for.',
    access: 'posts:write',
    refuses: [...changeRefusals, 'recurring_rule_ended'],
    params: schema.rulePath,
    ifMatch,
    answers: schema.recurringRule,
    does: (request) => pauseRule(deps, callerOf(request), request.params.id),
  })
  route(app, {
    post: '/v1/recurring-posts/:id/resume',
    id: 'resumeRecurringRule',
    right: 'publish',
    summary: 'Resume a recurring rule',
    description: 'The rule continues with the next run. Runs missed during the pause are not made up.',
    access: 'posts:write',
    refuses: changeRefusals,
    params: schema.rulePath,
    ifMatch,
    answers: schema.recurringRule,
    does: (request) => resumeRule(deps, callerOf(request), request.params.id),
  })
  route(app, {
    patch: '/v1/recurring-posts/:id/occurrences/:at',
    id: 'changeRecurringOccurrence',
    right: 'publish',
    summary: 'Skip or move one run of a rule',
    description: 'Other runs stay unchanged. A moved run must be at least 15 minutes from every other run of the rule.',
    access: 'posts:write',
    refuses: [...changeRefusals, 'occurrence_not_found', 'occurrences_full'],
    params: schema.occurrencePath,
    body: schema.changeOccurrenceBody,
    ifMatch,
    answers: schema.recurringRule,
    does: (request) => changeOccurrence(deps, callerOf(request), request.params, request.body),
  })
}
