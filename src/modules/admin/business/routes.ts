import type { Edge } from '#infra/http/server.ts'
import type { Access } from '#kernel/caller.ts'
import { type BillingDeps, enforcePastDue } from '#modules/billing/index.ts'
import { access, route } from '../access.ts'
import { findFeedback, findFunnel, findLtv, findRetention } from './read-business.ts'
import { cohortsQuery, enforced, feedback, feedbackQuery, funnel, funnelQuery, ltv, retention } from './schema.ts'

/** A scheduler calls it with the cron secret. */
const byCron = { ...access.adminActs, orCronSecret: true } as const satisfies Access

export type BusinessDeps = BillingDeps

export function businessRoutes(app: Edge, deps: BusinessDeps): void {
  route(app, {
    get: '/v1/admin/funnel',
    id: 'getFunnel',
    summary: 'Get the onboarding funnel',
    description: 'Returns how many new users reached each step, from signing up to publishing in the second week.',
    access: access.supportReads,
    query: funnelQuery,
    answers: funnel,
    does: ({ query }) => findFunnel(deps, query.days),
  })
  route(app, {
    get: '/v1/admin/cohorts/retention',
    id: 'getRetention',
    summary: 'Get retention by sign-up week',
    description: 'Returns how many users of each week were active in the weeks after it.',
    access: access.supportReads,
    query: cohortsQuery,
    answers: retention,
    does: ({ query }) => findRetention(deps, query.weeks),
  })
  route(app, {
    get: '/v1/admin/ltv-by-plan',
    id: 'getLtvByPlan',
    summary: 'Get the lifetime value per plan',
    description: 'Computed from how long users have had each plan and from its price.',
    access: access.supportReads,
    answers: ltv,
    does: () => findLtv(deps),
  })
  route(app, {
    get: '/v1/admin/cancellation-feedback',
    id: 'getCancellationFeedback',
    summary: 'List cancellation reasons',
    description: 'Returns how often each reason was given, and the latest comments.',
    access: access.supportReads,
    query: feedbackQuery,
    answers: feedback,
    does: ({ query }) => findFeedback(deps, query.days),
  })
  route(app, {
    post: '/v1/admin/billing/enforce-past-due',
    id: 'enforcePastDue',
    summary: 'Move accounts that are long past due to the lowest plan',
    description:
      'Downgrades accounts that have been past due for more than seven days and emails each user. Deletes nothing. A ' +
      'cron does the same every day.',
    access: byCron,
    answers: enforced,
    does: (request) => enforcePastDue(deps, request.caller),
  })
}
