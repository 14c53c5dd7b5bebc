import type { Edge } from '#infra/http/server.ts'
import type { Access } from '#kernel/caller.ts'
import { type BillingDeps, enforcePastDue } from '#modules/billing/index.ts'
import { access } from '../access.ts'
import { findFeedback, findFunnel, findLtv, findRetention } from './read-business.ts'
import { cohortsQuery, enforced, feedback, feedbackQuery, funnel, funnelQuery, ltv, retention } from './schema.ts'

const tags = ['Administration']
/** A scheduler calls it with the cron secret. */
const byCron = { ...access.adminActs, orCronSecret: true } as const satisfies Access

export type BusinessDeps = BillingDeps

export function businessRoutes(app: Edge, deps: BusinessDeps): void {
  app.get(
    '/v1/admin/funnel',
    {
      config: { access: access.supportReads },
      schema: {
        operationId: 'getFunnel',
        tags,
        summary: 'Get the onboarding funnel',
        querystring: funnelQuery,
        response: { 200: funnel },
      },
    },
    ({ query }) => findFunnel(deps, query.days),
  )
  app.get(
    '/v1/admin/cohorts/retention',
    {
      config: { access: access.supportReads },
      schema: {
        operationId: 'getRetention',
        tags,
        summary: 'Get retention by sign-up week',
        querystring: cohortsQuery,
        response: { 200: retention },
      },
    },
    ({ query }) => findRetention(deps, query.weeks),
  )
  app.get(
    '/v1/admin/ltv-by-plan',
    {
      config: { access: access.supportReads },
      schema: {
        operationId: 'getLtvByPlan',
        tags,
        summary: 'Get the lifetime value per plan',
        description: 'Computed from how long users have had each plan and from its price.',
        response: { 200: ltv },
      },
    },
    () => findLtv(deps),
  )
  app.get(
    '/v1/admin/cancellation-feedback',
    {
      config: { access: access.supportReads },
      schema: {
        operationId: 'getCancellationFeedback',
        tags,
        summary: 'List cancellation reasons',
        querystring: feedbackQuery,
        response: { 200: feedback },
      },
    },
    ({ query }) => findFeedback(deps, query.days),
  )
  app.post(
    '/v1/admin/billing/enforce-past-due',
    {
      config: { access: byCron },
      schema: {
        operationId: 'enforcePastDue',
        tags,
        summary: 'Move accounts that are long past due to the lowest plan',
        description:
          'Downgrades accounts that have been past due for more than seven days and emails each user. Deletes nothing. A cron does the same every day.',
        response: { 200: enforced },
      },
    },
    (request) => enforcePastDue(deps, request.caller),
  )
}
