import { callerOf } from '#infra/http/access.ts'
import { routesWith } from '#infra/http/route.ts'
import { bytes } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import type { ReadBackDeps } from './read-back/read-back.ts'
import { addReadBackRoutes } from './read-back/routes.ts'
import { exportCsv } from './reading/actions/export-csv.ts'
import { listAccountNumbers, readAccountHistory, readAccountInsights } from './reading/actions/read-accounts.ts'
import { readBestTimes } from './reading/actions/read-best-times.ts'
import { comparePeriods, readLabels, readOverview } from './reading/actions/read-overview.ts'
import { findOutliers, readPostHistory, readPostNumbers, summarizePosts } from './reading/actions/read-posts.ts'
import { addReportRoutes } from './reports/routes.ts'
import * as found from './schema/answers.ts'
import * as questions from './schema/questions.ts'
import { refreshAccounts } from './sync/refresh-accounts.ts'

const route = routesWith({ tag: 'Analytics' })
const ofProfile = ['profile_forbidden', 'profile_not_found'] as const
const ofPost = ['post_forbidden', 'post_not_found'] as const

export function analyticsRoutes(app: Edge, deps: ReadBackDeps): void {
  route(app, {
    post: '/v1/analytics/refresh',
    id: 'refreshAnalytics',
    summary: 'Refresh metrics now',
    description:
      'Reads your accounts and the latest 100 posts of each, for at most 20 seconds. Available once a minute. ' +
      'Metrics are also refreshed regularly without this call.',
    access: 'analytics:read',
    refuses: ['analytics_refreshed_lately'],
    answers: found.refreshed,
    does: (request) => refreshAccounts(deps, callerOf(request)),
  })
  route(app, {
    get: '/v1/analytics/overview',
    id: 'getAnalyticsOverview',
    summary: 'Get totals and trends for a period',
    description: 'Hourly data covers at most 31 days. The analytics guide explains each metric.',
    access: 'analytics:read',
    refuses: [...ofProfile, 'granularity_too_fine'],
    query: questions.overviewQuery,
    answers: found.overview,
    does: (request) => readOverview(deps, callerOf(request), request.query),
  })
  route(app, {
    get: '/v1/analytics/compare',
    id: 'comparePeriods',
    summary: 'Compare two periods',
    description: 'Returns the totals of both periods, their difference, and the change in percent.',
    access: 'analytics:read',
    refuses: [...ofProfile, 'granularity_too_fine'],
    query: questions.compareQuery,
    answers: found.comparison,
    does: (request) => comparePeriods(deps, callerOf(request), request.query),
  })
  route(app, {
    get: '/v1/analytics/labels',
    id: 'getLabelMetrics',
    summary: 'Get totals by tag',
    description: 'The latest metrics of the posts published in a period, by tag. Posts are counted as in the overview.',
    access: 'analytics:read',
    refuses: ofProfile,
    query: questions.labelsQuery,
    answers: found.labels,
    does: (request) => readLabels(deps, callerOf(request), request.query),
  })
  route(app, {
    get: '/v1/analytics/export',
    id: 'exportAnalytics',
    summary: 'Export analytics as CSV',
    description: 'Requires the scope `analytics:export`. Text that a spreadsheet would run as a formula is escaped.',
    access: 'analytics:export',
    refuses: [...ofProfile, 'granularity_too_fine'],
    query: questions.exportQuery,
    answers: bytes('A CSV file (RFC 4180) in UTF-8, with a header row.', 'text/csv'),
    does: async (request, reply) => {
      const { fileName, content } = await exportCsv(deps, callerOf(request), request.query)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .send(content)
    },
  })
  route(app, {
    get: '/v1/analytics/best-times',
    id: 'getBestTimes',
    summary: 'Get the best times to publish',
    description:
      'Computed from the posts of the last year, at most the latest 10,000. With fewer than 20 posts, no result is ' +
      'returned.',
    access: 'analytics:read',
    refuses: ofProfile,
    query: questions.bestTimesQuery,
    answers: found.bestTimes,
    does: (request) => readBestTimes(deps, callerOf(request), request.query),
  })
  route(app, {
    get: '/v1/analytics/outliers',
    id: 'listOutliers',
    right: 'read',
    summary: 'List posts with unusually many views',
    description: 'Compares the latest 500 posts of the last year. With fewer than 5 posts, no result is returned.',
    access: 'analytics:read',
    refuses: ofProfile,
    query: questions.outliersQuery,
    answers: found.outliers,
    does: (request) => findOutliers(deps, callerOf(request), request.query.profileId),
  })
  route(app, {
    get: '/v1/analytics/posts-summary',
    id: 'summarizePosts',
    summary: 'Get the metrics of several posts',
    description: 'Posts without metrics, and posts that you cannot access, are left out.',
    access: 'analytics:read',
    query: questions.summaryQuery,
    answers: found.summary,
    does: (request) => summarizePosts(deps, callerOf(request), request.query.postIds),
  })
  route(app, {
    get: '/v1/analytics/posts/:postId',
    id: 'getPostMetrics',
    right: 'read',
    summary: 'Get a post’s metrics',
    description: 'One item for each account that the post was published to and whose metrics have been read since.',
    access: 'analytics:read',
    refuses: ofPost,
    params: questions.postPath,
    answers: found.postMetrics.array(),
    does: (request) => readPostNumbers(deps, callerOf(request), request.params.postId),
  })
  route(app, {
    get: '/v1/analytics/posts/:postId/history',
    id: 'getPostMetricsHistory',
    right: 'read',
    summary: 'Get a post’s metrics over time',
    description: 'One item for each time a metric changed, oldest first.',
    access: 'analytics:read',
    refuses: ofPost,
    params: questions.postPath,
    answers: found.postMetrics.array(),
    does: (request) => readPostHistory(deps, callerOf(request), request.params.postId),
  })
  route(app, {
    get: '/v1/analytics/accounts',
    id: 'listAccountMetrics',
    summary: 'List account metrics',
    description:
      'Returns the latest metrics of each account: followers, views, reactions. Metrics that a ' +
      'network does not report are null.',
    access: 'analytics:read',
    answers: found.accountMetrics.array(),
    does: (request) => listAccountNumbers(deps, callerOf(request)),
  })
  route(app, {
    get: '/v1/analytics/accounts/:accountId/history',
    id: 'getAccountMetricsHistory',
    right: 'read',
    summary: 'Get an account’s metrics over time',
    description: 'Oldest first. Without a history, returns only the current metrics.',
    access: 'analytics:read',
    refuses: [...ofProfile, 'account_not_found'],
    params: questions.accountPath,
    query: questions.historyQuery,
    answers: found.accountMetrics.array(),
    does: (request) => readAccountHistory(deps, callerOf(request), request.params.accountId, request.query),
  })
  route(app, {
    get: '/v1/analytics/account-insights',
    id: 'getAccountInsights',
    summary: 'Get what accounts gained in the last 30 days',
    description:
      'Returns what each account gained, and the sums. Metrics that a network does not report are ' +
      'listed in `unavailable`.',
    access: 'analytics:read',
    refuses: ofProfile,
    query: questions.insightsQuery,
    answers: found.insights,
    does: (request) => readAccountInsights(deps, callerOf(request), request.query),
  })
  addReportRoutes(app, deps)
  addReadBackRoutes(app, deps)
}
