import { Readable } from 'node:stream'
import { writeCsvRow } from '#infra/csv/write-row.ts'
import type { Caller } from '#kernel/caller.ts'
import { toWire } from '#kernel/ids.ts'
import { platformIdOf } from '#rules/network-names.ts'
import { metricNames } from '../../metrics.ts'
import type { exportTypes } from '../../schema/questions.ts'
import { resolvePeriod } from '../period.ts'
import { type ReadingDeps, readScope } from '../read-scope.ts'
import { accountNumbersOf } from './read-accounts.ts'
import { bestTimesOf } from './read-best-times.ts'
import { type OverviewRequest, readTrend } from './read-overview.ts'

interface ExportRequest extends Omit<OverviewRequest, 'granularity'> {
  readonly granularity?: OverviewRequest['granularity'] | undefined
  readonly type: (typeof exportTypes)[number]
}

type Cells = readonly (string | number | null)[]

/**
 * Writes a result as CSV, line by line. All queries run before the first line, so an error still becomes an error
 * response.
 */
export async function exportCsv(deps: ReadingDeps, caller: Caller, request: ExportRequest) {
  const rows = await rowsOf(deps, caller, request)
  const lines = function* () {
    for (const row of rows) yield writeCsvRow(row)
  }
  const day = deps.clock.now().toISOString().slice(0, 10)
  return { fileName: `posthorn-${request.type}-${day}.csv`, content: Readable.from(lines(), { objectMode: false }) }
}

async function rowsOf(deps: ReadingDeps, caller: Caller, request: ExportRequest): Promise<readonly Cells[]> {
  const scope = await readScope(deps, caller, request, request.timezone)
  switch (request.type) {
    case 'overview': {
      const period = resolvePeriod(
        { ...request, granularity: request.granularity ?? 'day', timezone: scope.timezone },
        scope,
      )
      const ids = scope.accounts.map(({ id }) => id)
      const dailyTrend = await readTrend(deps.db, ids, period)
      return [
        ['date', 'start', 'posts', ...metricNames],
        ...dailyTrend.map((bucket) => [
          bucket.date,
          bucket.start.toISOString(),
          bucket.posts,
          ...metricNames.map((name) => bucket[name]),
        ]),
      ]
    }
    case 'accounts': {
      const accounts = await accountNumbersOf(deps, scope)
      return [
        ['accountId', 'platform', 'network', 'followers', 'following', 'totalPosts', ...metricNames, 'fetchedAt'],
        ...accounts.map((account) => [
          toWire('acc', account.accountId),
          platformIdOf(account.network),
          account.network,
          account.followers,
          account.following,
          account.totalPosts,
          ...metricNames.map((name) => account[name]),
          account.fetchedAt?.toISOString() ?? null,
        ]),
      ]
    }
    case 'best-times': {
      const { heatmap, samples } = await bestTimesOf(deps, scope)
      return [
        ['day', 'hour', 'score', 'samples'],
        ...heatmap.flatMap((hours, day) => hours.map((score, hour) => [day, hour, score, samples[day]?.[hour] ?? 0])),
      ]
    }
    default:
      return request.type satisfies never
  }
}
