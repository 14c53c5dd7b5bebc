import { callerOf } from '#infra/http/access.ts'
import { bytes } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import type { AnalyticsDeps } from './deps.ts'
import type { ReadBackDeps } from './read-back/read-back.ts'
import { addReadBackRoutes } from './read-back/routes.ts'
import { exportCsv } from './reading/actions/export-csv.ts'
import { listAccountNumbers, readAccountHistory, readAccountInsights } from './reading/actions/read-accounts.ts'
import { readBestTimes } from './reading/actions/read-best-times.ts'
import { comparePeriods, readLabels, readOverview } from './reading/actions/read-overview.ts'
import { findOutliers, readPostHistory, readPostNumbers, summarizePosts } from './reading/actions/read-posts.ts'
import { addReportRoutes } from './reports/routes.ts'
import * as claims from './schema/answers.ts'
import * as numbers from './schema/answers.ts'
import * as overviews from './schema/answers.ts'
import * as questions from './schema/questions.ts'
import { refreshAccounts } from './sync/refresh-accounts.ts'

const reading = { credential: 'key-or-identity', scope: 'analytics:read' } as const
const exporting = { credential: 'key-or-identity', scope: 'analytics:export' } as const
const tags = ['Analytics']
const ofProfile = ['profile_forbidden', 'profile_not_found'] as const
const ofPost = ['post_forbidden', 'post_not_found'] as const

export function analyticsRoutes(app: Edge, deps: ReadBackDeps): void {
  app.post(
    '/v1/analytics/refresh',
    {
      config: { access: reading, refusals: ['analytics_refreshed_lately'] },
      schema: {
        operationId: 'refreshAnalytics',
        tags,
        summary: 'Refresh metrics now',
        description:
          'Reads your accounts and the latest 100 posts of each, for at most 20 seconds. Available once a ' +
          'minute. Metrics are also refreshed regularly without this call.',
        response: { 200: numbers.refreshed },
      },
    },
    (request) => refreshAccounts(deps, callerOf(request)),
  )
  app.get(
    '/v1/analytics/overview',
    {
      config: { access: reading, refusals: [...ofProfile, 'granularity_too_fine'] },
      schema: {
        operationId: 'getAnalyticsOverview',
        tags,
        summary: 'Get totals and trends for a period',
        description: 'Hourly data covers at most 31 days. The analytics guide explains each metric.',
        querystring: questions.overviewQuery,
        response: { 200: overviews.overview },
      },
    },
    (request) => readOverview(deps, callerOf(request), request.query),
  )
  app.get(
    '/v1/analytics/compare',
    {
      config: { access: reading, refusals: [...ofProfile, 'granularity_too_fine'] },
      schema: {
        operationId: 'comparePeriods',
        tags,
        summary: 'Compare two periods',
        querystring: questions.compareQuery,
        response: { 200: overviews.comparison },
      },
    },
    (request) => comparePeriods(deps, callerOf(request), request.query),
  )
  app.get(
    '/v1/analytics/labels',
    {
      config: { access: reading, refusals: ofProfile },
      schema: {
        operationId: 'getLabelMetrics',
        tags,
        summary: 'Get totals by tag',
        description:
          'The latest metrics of the posts published in a period, by tag. Posts are counted as in the overview.',
        querystring: questions.labelsQuery,
        response: { 200: overviews.labels },
      },
    },
    (request) => readLabels(deps, callerOf(request), request.query),
  )
  app.get(
    '/v1/analytics/export',
    {
      config: { access: exporting, refusals: [...ofProfile, 'granularity_too_fine'] },
      schema: {
        operationId: 'exportAnalytics',
        tags,
        summary: 'Export analytics as CSV',
        description:
          'Requires the scope `analytics:export`. Text that a spreadsheet would run as a formula is escaped.',
        querystring: questions.exportQuery,
        response: { 200: bytes('A CSV file (RFC 4180) in UTF-8, with a header row.') },
      },
    },
    async (request, reply) => {
      const { fileName, content } = await exportCsv(deps, callerOf(request), request.query)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .send(content)
    },
  )
  app.get(
    '/v1/analytics/best-times',
    {
      config: { access: reading, refusals: ofProfile },
      schema: {
        operationId: 'getBestTimes',
        tags,
        summary: 'Get the best times to publish',
        description:
          'Computed from the posts of the last year, at most the latest 10,000. With fewer than 20 posts, no result is returned.',
        querystring: questions.bestTimesQuery,
        response: { 200: claims.bestTimes },
      },
    },
    (request) => readBestTimes(deps, callerOf(request), request.query),
  )
  app.get(
    '/v1/analytics/outliers',
    {
      config: { access: reading, refusals: ofProfile },
      schema: {
        operationId: 'listOutliers',
        tags,
        summary: 'List posts with unusually many views',
        description: 'Compares the latest 500 posts of the last year. With fewer than 5 posts, no result is returned.',
        querystring: questions.outliersQuery,
        response: { 200: claims.outliers },
      },
    },
    (request) => findOutliers(deps, callerOf(request), request.query.profileId),
  )
  addPostRoutes(app, deps)
  addAccountRoutes(app, deps)
  addReportRoutes(app, deps)
  addReadBackRoutes(app, deps)
}

function addPostRoutes(app: Edge, deps: AnalyticsDeps): void {
  app.get(
    '/v1/analytics/posts-summary',
    {
      config: { access: reading },
      schema: {
        operationId: 'summarizePosts',
        tags,
        summary: 'Get the metrics of several posts',
        description: 'Posts without metrics, and posts that you cannot access, are left out.',
        querystring: questions.summaryQuery,
        response: { 200: numbers.summary },
      },
    },
    (request) => summarizePosts(deps, callerOf(request), request.query.postIds),
  )
  app.get(
    '/v1/analytics/posts/:postId',
    {
      config: { access: reading, refusals: ofPost },
      schema: {
        operationId: 'getPostMetrics',
        tags,
        summary: 'Get a post’s metrics',
        description: 'One item for each account that the post was published to and whose metrics have been read since.',
        params: questions.postPath,
        response: { 200: numbers.postMetrics.array() },
      },
    },
    (request) => readPostNumbers(deps, callerOf(request), request.params.postId),
  )
  app.get(
    '/v1/analytics/posts/:postId/history',
    {
      config: { access: reading, refusals: ofPost },
      schema: {
        operationId: 'getPostMetricsHistory',
        tags,
        summary: 'Get a post’s metrics over time',
        description: 'One item for each time a metric changed, oldest first.',
        params: questions.postPath,
        response: { 200: numbers.postMetrics.array() },
      },
    },
    (request) => readPostHistory(deps, callerOf(request), request.params.postId),
  )
}

function addAccountRoutes(app: Edge, deps: AnalyticsDeps): void {
  app.get(
    '/v1/analytics/accounts',
    {
      config: { access: reading },
      schema: {
        operationId: 'listAccountMetrics',
        tags,
        summary: 'List account metrics',
        response: { 200: numbers.accountMetrics.array() },
      },
    },
    (request) => listAccountNumbers(deps, callerOf(request)),
  )
  app.get(
    '/v1/analytics/accounts/:accountId/history',
    {
      config: { access: reading, refusals: [...ofProfile, 'account_not_found'] },
      schema: {
        operationId: 'getAccountMetricsHistory',
        tags,
        summary: 'Get an account’s metrics over time',
        description: 'Oldest first. Without a history, returns only the current metrics.',
        params: questions.accountPath,
        querystring: questions.historyQuery,
        response: { 200: numbers.accountMetrics.array() },
      },
    },
    (request) => readAccountHistory(deps, callerOf(request), request.params.accountId, request.query),
  )
  app.get(
    '/v1/analytics/account-insights',
    {
      config: { access: reading, refusals: ofProfile },
      schema: {
        operationId: 'getAccountInsights',
        tags,
        summary: 'Get what accounts gained in the last 30 days',
        querystring: questions.insightsQuery,
        response: { 200: numbers.insights },
      },
    },
    (request) => readAccountInsights(deps, callerOf(request), request.query),
  )
}
