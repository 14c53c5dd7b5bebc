import type { RegisteredRouter } from '@tanstack/react-router'
import { readInboxSearch } from '#web/app/inbox-search.ts'
import { now } from '#web/lib/clock.ts'
import { dayKey } from '#web/lib/day.ts'
import { shownZone } from '#web/lib/zones.ts'
import { readAlertsSearch } from '#web/pages/admin/alerts/alerts-search.ts'
import { toQuery } from '#web/pages/admin/audit-log/audit-log-query.ts'
import { readAuditLogSearch } from '#web/pages/admin/audit-log/audit-log-search.ts'
import { periods, readBusinessSearch } from '#web/pages/admin/business/business-search.ts'
import { readTicketsSearch } from '#web/pages/admin/tickets/tickets-search.ts'
import { readAnalyticsSearch } from '#web/pages/analytics/analytics-search.ts'
import { comparedIn, periodIn, usualStep } from '#web/pages/analytics/period.ts'
import { publishedPostsRequest } from '#web/pages/analytics/posts-request.ts'
import { readCalendarSearch } from '#web/pages/calendar/calendar-search.ts'
import { boundsOf, listDays, today } from '#web/pages/calendar/span.ts'
import { conversationsRequest } from '#web/pages/inbox/inbox-request.ts'
import { numbersRequest, readNumbersChoice } from '#web/pages/inbox/numbers/numbers-query.ts'
import { listRequest } from '#web/pages/posts/list-request.ts'
import { readPostsSearch } from '#web/pages/posts/posts-search.ts'
import { readRehearsalSearch, usualSpan } from '#web/pages/rehearsal/spans.ts'
import { readRequestsSearch, toQuery as toRequestsQuery } from '#web/pages/settings/api-keys/requests-search.ts'
import { toApiFilter } from '#web/posts/filters/match-filter.ts'
import { readPageFilter } from '#web/posts/filters/read-filter.ts'
import { statusesOf } from '#web/posts/statuses.ts'
import { type Call, calls } from '../call.ts'

/** A page of a brand, as its route pattern. */
export type PagePath = Exclude<Extract<keyof RegisteredRouter['routesByPath'], `/p/${string}`>, `${string}/`>

/** The current location: route parameters and search parameters. */
export interface At {
  readonly profileId: string
  readonly postId: string
  readonly webhookId: string
  readonly search: Record<string, unknown>
}

const monthMs = 31 * 86_400_000

/** Lists the calls behind each page, the most useful one first. */
export const pageCalls: { readonly [path in PagePath]: (at: At) => readonly Call[] } = {
  '/p/$profileId': ({ profileId }) => [
    calls.listPosts({ profileId, sort: 'scheduled', limit: 5 }),
    calls.listPosts({ profileId, status: [...statusesOf.failed] }),
  ],
  '/p/$profileId/calendar': ({ profileId, search }) => {
    const { view = 'month', date = today(), state: _, ...filter } = readCalendarSearch(search)
    const days = listDays(view, date)
    const [from, to] = boundsOf(days)
    const [first = '', last = ''] = [days[0], days.at(-1)].map((day) => day && dayKey(day))
    return [
      calls.listPostSummaries({ profileId, sort: 'scheduledAt', from, to, ...toApiFilter(filter) }),
      calls.listRecurringOccurrences({ profileId, from, to }),
      calls.forecastPosts({ profileId }),
      calls.listCalendarNotes({ profileId, from: first, to: last }),
      calls.listCalendarHolidays({ profileId, from: first, to: last }),
    ]
  },
  '/p/$profileId/rehearsal': ({ profileId, search }) => [
    calls.rehearsePosts({ profileId, days: readRehearsalSearch(search).days ?? usualSpan }),
  ],
  '/p/$profileId/queue': ({ profileId, search }) => {
    const params = { profileId, ...toApiFilter(readPageFilter(search)) }
    return [
      calls.listPosts({ ...params, status: ['scheduled'], sort: 'scheduled' }),
      calls.listPosts({ ...params, status: ['queued', 'publishing'] }),
    ]
  },
  '/p/$profileId/posts': ({ profileId, search }) => {
    const filter = readPostsSearch(search)
    const { tab = 'all' } = filter
    if (tab === 'ideas') return [calls.listIdeas({ profileId }), calls.listIdeaStages({ profileId })]
    return tab === 'trash' ? [calls.listTrash({ profileId })] : [calls.listPosts(listRequest(profileId, tab, filter))]
  },
  '/p/$profileId/posts/$postId': ({ postId: id }) => [
    calls.getPost({ id }),
    calls.listPostPublications({ id }),
    calls.listPostAudit({ id }),
  ],
  '/p/$profileId/compose': ({ profileId, search: { post } }) =>
    typeof post === 'string' ? [calls.getPost({ id: post })] : [calls.listAccounts({ profileId })],
  '/p/$profileId/inbox': ({ profileId, search }) => {
    const { open, ...filter } = readInboxSearch(search)
    return [
      ...(open ? [calls.listInboxItems({ id: open })] : []),
      calls.listConversations(conversationsRequest(profileId, filter)),
    ]
  },
  '/p/$profileId/inbox/numbers': ({ profileId, search }) => [
    calls.getInboxNumbers(numbersRequest(profileId, readNumbersChoice(search))),
  ],
  '/p/$profileId/inbox/rules': ({ profileId }) => [calls.listInboxRules({ profileId })],
  '/p/$profileId/media': ({ profileId }) => [calls.listMedia({ profileId, limit: 50 })],
  '/p/$profileId/recurring': ({ profileId }) => [
    calls.listRecurringRules({ profileId }),
    calls.listRecurringOccurrences({
      profileId,
      from: new Date(now()).toISOString(),
      to: new Date(now() + monthMs).toISOString(),
    }),
  ],
  '/p/$profileId/connections': ({ profileId }) => [calls.listConnections({ profileId }), calls.listProviders({})],

  '/p/$profileId/analytics': ({ profileId, search }) => {
    const chosen = readAnalyticsSearch(search)
    const { network, account, by } = chosen
    const period = periodIn(chosen)
    return [
      calls.getAnalyticsOverview({
        profileId,
        ...(network && { platform: network }),
        ...(account && { accountId: account }),
        startDate: period.start,
        endDate: period.end,
        granularity: by ?? usualStep(period),
        timezone: shownZone(),
      }),
    ]
  },
  '/p/$profileId/analytics/posts': ({ profileId, search }) => {
    const { sort = 'at', account, label, author } = readAnalyticsSearch(search)
    const filter = toApiFilter(readPageFilter({ account, label, author }))
    return [calls.listPosts(publishedPostsRequest(profileId, sort, filter))]
  },
  '/p/$profileId/analytics/posts/$postId': ({ postId }) => [
    calls.getPostMetrics({ postId }),
    calls.getPostMetricsHistory({ postId }),
  ],
  '/p/$profileId/analytics/accounts': ({ profileId }) => [
    calls.listAccountMetrics({}),
    calls.getAccountInsights({ profileId }),
  ],
  '/p/$profileId/analytics/best-times': ({ profileId, search }) => {
    const { account, network } = readAnalyticsSearch(search)
    return [
      calls.getBestTimes({
        profileId,
        ...(network && { platform: network }),
        ...(account && { accountId: account }),
        timezone: shownZone(),
      }),
    ]
  },
  '/p/$profileId/analytics/outliers': ({ profileId }) => [calls.listOutliers({ profileId })],
  '/p/$profileId/analytics/labels': ({ profileId, search }) => {
    const chosen = readAnalyticsSearch(search)
    const { label } = chosen
    const { start, end } = periodIn(chosen)
    const period = { startDate: start, endDate: end, timezone: shownZone() }
    return [
      calls.getLabelMetrics({ profileId, ...(label && { label }), ...period }),
      ...(label ? [calls.getPostStats({ profileId, label })] : []),
    ]
  },
  '/p/$profileId/analytics/compare': ({ profileId, search }) => {
    const { a, b, step } = comparedIn(readAnalyticsSearch(search))
    return [
      calls.comparePeriods({
        profileId,
        periodAStart: a.start,
        periodAEnd: a.end,
        periodBStart: b.start,
        periodBEnd: b.end,
        granularity: step,
        timezone: shownZone(),
      }),
    ]
  },

  '/p/$profileId/settings': ({ profileId }) => [calls.getProfile({ id: profileId })],
  '/p/$profileId/settings/account': () => [calls.getMe({})],
  '/p/$profileId/settings/account/security': () => [calls.getMe({})],
  '/p/$profileId/settings/account/apps': () => [calls.getMe({})],
  '/p/$profileId/settings/account/data': () => [calls.getMe({})],
  '/p/$profileId/settings/posting-times': ({ profileId }) => [calls.listSlotPlans({ profileId })],
  '/p/$profileId/settings/members': ({ profileId }) => [
    calls.listProfileMembers({ id: profileId }),
    calls.listProfileInvites({ id: profileId }),
  ],
  '/p/$profileId/settings/usage': () => [calls.getUsage({})],
  '/p/$profileId/settings/activity': ({ profileId }) => [
    calls.listProfileActivity({ id: profileId }),
    calls.listMyAuditLog({}),
  ],
  '/p/$profileId/settings/labels': ({ profileId }) => [
    calls.listLabels({ profileId }),
    calls.listLabelUses({ profileId }),
  ],
  '/p/$profileId/settings/texts': ({ profileId }) => [calls.listSavedTexts({ profileId })],
  '/p/$profileId/settings/api-keys': () => [calls.listApiKeys({})],
  '/p/$profileId/settings/api-keys/requests': ({ search }) => [
    calls.listRequests(toRequestsQuery(readRequestsSearch(search))),
  ],
  '/p/$profileId/settings/webhooks': () => [calls.listWebhooks({})],
  '/p/$profileId/settings/webhooks/$webhookId': ({ webhookId: id }) => [
    calls.getWebhook({ id }),
    calls.listWebhookDeliveries({ id }),
    calls.testWebhook({ id }),
  ],

  '/p/$profileId/admin': () => [calls.getAdminOverview({})],
  '/p/$profileId/admin/users': ({ search: { q } }) => [calls.searchUsers(typeof q === 'string' ? { q } : {})],
  '/p/$profileId/admin/directory': () => [calls.getDirectory({})],
  '/p/$profileId/admin/queue': () => [calls.getQueue({})],
  '/p/$profileId/admin/networks': () => [calls.getPlatformsMode({}), calls.getPlatformsHealth({})],
  '/p/$profileId/admin/crons': () => [calls.listCronConfigs({}), calls.getCronStatus({})],
  '/p/$profileId/admin/alerts': ({ search }) => [calls.listAlerts({ filter: readAlertsSearch(search).show ?? 'open' })],
  '/p/$profileId/admin/backups': () => [calls.listBackups({})],
  '/p/$profileId/admin/audit-log': ({ search }) => [
    calls.listAuditLog(toQuery(readAuditLogSearch({ ...search, entry: undefined }))),
  ],
  '/p/$profileId/admin/self-tests': () => [calls.listSelfTests({}), calls.listSelfTestRuns({})],
  '/p/$profileId/admin/mails': () => [calls.listEmailTemplates({})],
  '/p/$profileId/admin/flags': () => [calls.listFeatureFlags({})],
  '/p/$profileId/admin/tickets': ({ search }) => [
    calls.listTickets({ status: readTicketsSearch(search).show ?? 'open' }),
  ],
  '/p/$profileId/admin/business': ({ search }) => [
    calls.getFunnel({ days: readBusinessSearch(search).days ?? periods[0] }),
    calls.getLtvByPlan({}),
  ],
}
