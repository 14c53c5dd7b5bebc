import type { Caller } from '#kernel/caller.ts'
import { before, days } from '#kernel/clock.ts'
import type { AccountId } from '#kernel/ids.ts'
import { accountFor } from '#modules/accounts/index.ts'
import { platformFields } from '#rules/network-names.ts'
import { type MetricName, metricNames, noNumbers } from '../../metrics.ts'
import { type AccountNumbers, listAccountSnapshots, readAccountNumbers } from '../../store/account-numbers.ts'
import type { ScopeFilter } from '../../store/scope.ts'
import { sumGainsOfEach } from '../../store/sums.ts'
import { resolvePeriod } from '../period.ts'
import { type ReadingDeps, readScope, type Scope } from '../read-scope.ts'
import { differencesBetween, layOutCuts } from '../running-sums.ts'
import { unavailableOf } from './read-overview.ts'

/** Lists each account's followers and the metrics of all posts published to it through Posthorn. */
export async function listAccountNumbers(deps: ReadingDeps, caller: Caller) {
  const scope = await readScope(deps, caller, {})
  return accountNumbersOf(deps, scope)
}

export async function accountNumbersOf({ db }: Pick<ReadingDeps, 'db'>, { accounts }: Pick<Scope, 'accounts'>) {
  const rows = await readAccountNumbers(
    db,
    accounts.map(({ id }) => id),
  )
  const reportedMetrics = new Map(accounts.map((account) => [account.id, account.told]))
  return rows.map((row) => presentAccount(row, reportedMetrics.get(row.accountId) ?? []))
}

const presentAccount = (row: AccountNumbers, reportedMetrics: readonly MetricName[]) => ({
  ...row,
  ...platformFields(row.network),
  followers: row.followers ?? 0,
  following: row.following ?? 0,
  unavailable: unavailableOfAccount(row, reportedMetrics),
})

const unavailableOfAccount = (
  { followers, following }: Pick<AccountNumbers, 'followers' | 'following'>,
  reportedMetrics: readonly MetricName[],
) => [
  ...(followers === null ? (['followers'] as const) : []),
  ...(following === null ? (['following'] as const) : []),
  ...unavailableOf(reportedMetrics),
]

interface HistoryRequest {
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
}

/** Lists the metrics of an account over time, or only the current ones without a history. */
export async function readAccountHistory(deps: ReadingDeps, caller: Caller, id: AccountId, request: HistoryRequest) {
  const { profileId } = await accountFor(deps.db, caller, id, 'read')
  const scope = await readScope(deps, caller, { profileId, accountId: id })
  const period = resolvePeriod({ ...request, granularity: 'day', timezone: scope.timezone }, scope)
  const [account] = scope.accounts
  const rows = account ? await listAccountSnapshots(deps.db, id, period) : []
  if (!account || rows.length === 0) return accountNumbersOf(deps, scope)
  return rows.map((row) => presentAccount({ ...row, accountId: id, network: account.network }, account.told))
}

const windowDays = 30
const insightNames = ['followers', 'views', 'likes', 'comments', 'shares', 'saves', 'impressions'] as const

/** Returns what the posts of each account gained in the last 30 days, or in the time that the plan retains. */
export async function readAccountInsights(deps: ReadingDeps, caller: Caller, filter: ScopeFilter) {
  const scope = await readScope(deps, caller, filter)
  const width = Math.min(windowDays, scope.keptDays ?? windowDays)
  // Gains of this very moment count too.
  const instants = [before(scope.now, days(width)), new Date(scope.now.getTime() + 1)]
  const grid = layOutCuts(instants)
  const sums = await sumGainsOfEach(
    deps.db,
    scope.accounts.map(({ id }) => id),
    grid,
  )
  const known = await accountNumbersOf(deps, scope)
  const byAccount = known.map(({ accountId, platform, network, followers, fetchedAt, unavailable }) => {
    const [gained = noNumbers] = differencesBetween(instants, grid, sums.get(accountId) ?? [], metricNames)
    const { reach: _, ...gains } = gained
    return { accountId, platform, network, followers, ...gains, windowDays: width, fetchedAt, unavailable }
  })
  const totals = Object.fromEntries(
    insightNames.map((name) => [name, byAccount.reduce((sum, account) => sum + account[name], 0)]),
  ) as Record<(typeof insightNames)[number], number>
  return { totals, byAccount }
}
