import { callerOf } from '#infra/http/access.ts'
import { onceRefusals } from '#infra/http/idempotency.ts'
import type { Edge } from '#infra/http/server.ts'
import { createPrepared, publishRefusals, writeRefusals } from '#modules/posts/index.ts'
import type { PlanningDeps } from '../deps.ts'
import { changeOccurrence } from './actions/change-occurrence.ts'
import { cancelRule, pauseRule, resumeRule } from './actions/end-rule.ts'
import { previewCron, readOccurrences, readRule, readRules } from './actions/list-rules.ts'
import { createRule, prepareRule, updateRule } from './actions/write-rule.ts'
import * as schema from './schema.ts'

const tags = ['Recurring posts']
const reading = { credential: 'key-or-identity', scope: 'posts:read' } as const
const writing = { credential: 'key-or-identity', scope: 'posts:write' } as const
const reachRefusals = ['recurring_rule_not_found', 'profile_forbidden'] as const
const changeRefusals = [...reachRefusals, 'profile_role_required', 'recurring_rule_cancelled'] as const

export function addRecurringRoutes(app: Edge, deps: PlanningDeps): void {
  app.post(
    '/v1/recurring-posts',
    {
      config: {
        access: writing,
        refusals: [
          ...writeRefusals,
          ...publishRefusals,
          'post_in_trash',
          'cron_too_frequent',
          'recurring_rules_full',
          ...onceRefusals,
        ],
      },
      schema: {
        operationId: 'createRecurringRule',
        tags,
        summary: 'Repeat a post on a schedule',
        description:
          'Each run schedules a copy of the post. Requires the scopes `posts:write` and `posts:publish`. ' +
          'While the post is in the trash, runs are skipped. If runs were missed while Posthorn was down, ' +
          'only the latest is made up, within 24 hours.',
        body: schema.createRuleBody,
        response: { 201: schema.recurringRule },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      return createPrepared(deps, request, reply, {
        prepare: () => prepareRule(deps, caller, request.body),
        create: (tx, fetched) => createRule(deps, tx, caller, request.body, fetched),
      })
    },
  )
  app.get(
    '/v1/recurring-posts',
    {
      config: { access: reading, refusals: ['profile_forbidden', 'profile_not_found'] },
      schema: {
        operationId: 'listRecurringRules',
        tags,
        summary: 'List recurring rules',
        description:
          'Newest first. Includes ended rules and the 100 most recently created cancelled rules of each profile.',
        querystring: schema.rulesQuery,
        response: { 200: schema.recurringRule.array() },
      },
    },
    (request) => readRules(deps, callerOf(request), request.query.profileId),
  )
  app.get(
    '/v1/recurring-posts/occurrences',
    {
      config: { access: reading, refusals: ['profile_forbidden', 'profile_not_found'] },
      schema: {
        operationId: 'listRecurringOccurrences',
        tags,
        summary: 'List the runs in a time range',
        description:
          'The upcoming runs of all active rules of a profile, for a calendar. Moved runs appear at their ' +
          'new time. Skipped runs are omitted. At most 2,000.',
        querystring: schema.occurrencesQuery,
        response: { 200: schema.occurrence.array() },
      },
    },
    (request) => readOccurrences(deps, callerOf(request), request.query),
  )
  app.post(
    '/v1/recurring-posts/preview',
    {
      config: { access: reading, refusals: ['cron_too_frequent'] },
      schema: {
        operationId: 'previewRecurringRule',
        tags,
        summary: 'Describe a cron expression',
        description: 'Also returns the next five runs, for display in a form. Nothing is stored.',
        body: schema.previewBody,
        response: { 200: schema.cronPreview },
      },
    },
    (request) => previewCron(deps, callerOf(request), request.body),
  )
  app.get(
    '/v1/recurring-posts/:id',
    {
      config: { access: reading, refusals: reachRefusals },
      schema: {
        operationId: 'getRecurringRule',
        tags,
        summary: 'Get a recurring rule',
        params: schema.rulePath,
        response: { 200: schema.recurringRule },
      },
    },
    (request) => readRule(deps, callerOf(request), request.params.id),
  )
  app.patch(
    '/v1/recurring-posts/:id',
    {
      config: {
        access: writing,
        refusals: [
          ...changeRefusals,
          ...publishRefusals,
          'post_not_found',
          'post_forbidden',
          'post_in_trash',
          'cron_too_frequent',
        ],
      },
      schema: {
        operationId: 'updateRecurringRule',
        tags,
        summary: 'Change a recurring rule',
        params: schema.rulePath,
        body: schema.updateRuleBody,
        response: { 200: schema.recurringRule },
      },
    },
    (request) => updateRule(deps, callerOf(request), request.params.id, request.body),
  )
  app.delete(
    '/v1/recurring-posts/:id',
    {
      config: { access: writing, refusals: [...reachRefusals, 'profile_role_required'] },
      schema: {
        operationId: 'cancelRecurringRule',
        tags,
        summary: 'Cancel a recurring rule',
        description: 'Posts that the rule created are kept. `cancelled` is false if the rule was already cancelled.',
        params: schema.rulePath,
        response: { 200: schema.cancelledRule },
      },
    },
    (request) => cancelRule(deps, callerOf(request), request.params.id),
  )
  app.post(
    '/v1/recurring-posts/:id/pause',
    {
      config: { access: writing, refusals: [...changeRefusals, 'recurring_rule_ended'] },
      schema: {
        operationId: 'pauseRecurringRule',
        tags,
        summary: 'Pause a recurring rule',
        params: schema.rulePath,
        response: { 200: schema.recurringRule },
      },
    },
    (request) => pauseRule(deps, callerOf(request), request.params.id),
  )
  app.post(
    '/v1/recurring-posts/:id/resume',
    {
      config: { access: writing, refusals: changeRefusals },
      schema: {
        operationId: 'resumeRecurringRule',
        tags,
        summary: 'Resume a recurring rule',
        description: 'The rule continues with the next run. Runs missed during the pause are not made up.',
        params: schema.rulePath,
        response: { 200: schema.recurringRule },
      },
    },
    (request) => resumeRule(deps, callerOf(request), request.params.id),
  )
  app.patch(
    '/v1/recurring-posts/:id/occurrences/:at',
    {
      config: { access: writing, refusals: [...changeRefusals, 'occurrence_not_found', 'occurrences_full'] },
      schema: {
        operationId: 'changeRecurringOccurrence',
        tags,
        summary: 'Skip or move one run of a rule',
        description:
          'Other runs stay unchanged. A moved run must be at least 15 minutes from every other run of the rule.',
        params: schema.occurrencePath,
        body: schema.changeOccurrenceBody,
        response: { 200: schema.recurringRule },
      },
    },
    (request) => changeOccurrence(deps, callerOf(request), request.params, request.body),
  )
}
