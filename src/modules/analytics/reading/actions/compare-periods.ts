import type { Caller } from '#kernel/caller.ts'
import type { ScopeFilter } from '../../store/scope.ts'
import type { Granularity } from '../buckets.ts'
import { resolvePeriod } from '../period.ts'
import { type ReadingDeps, readScope } from '../read-scope.ts'
import { round2 } from '../statistics.ts'
import { overviewOf } from './read-overview.ts'

interface CompareRequest extends ScopeFilter {
  readonly periodAStart: string
  readonly periodAEnd: string
  readonly periodBStart: string
  readonly periodBEnd: string
  readonly granularity: Granularity
  readonly timezone?: string | undefined
}

const compared = [
  'totalPosts',
  'totalViews',
  'totalLikes',
  'totalComments',
  'totalShares',
  'avgEngagementRate',
] as const

/** Returns two periods side by side, and by how much the second exceeds the first. */
export async function comparePeriods(deps: ReadingDeps, caller: Caller, request: CompareRequest) {
  const scope = await readScope(deps, caller, request, request.timezone)
  const { granularity } = request
  const { timezone } = scope
  const periodA = resolvePeriod(
    { startDate: request.periodAStart, endDate: request.periodAEnd, granularity, timezone },
    { ...scope, names: ['periodAStart', 'periodAEnd'] },
  )
  const periodB = resolvePeriod(
    { startDate: request.periodBStart, endDate: request.periodBEnd, granularity, timezone },
    { ...scope, names: ['periodBStart', 'periodBEnd'] },
  )
  const [a, b] = await Promise.all([overviewOf(deps.db, scope, periodA), overviewOf(deps.db, scope, periodB)])
  const each = <Value>(of: (name: (typeof compared)[number]) => Value) =>
    Object.fromEntries(compared.map((name) => [name, of(name)])) as Record<(typeof compared)[number], Value>
  return {
    a,
    b,
    delta: each((name) => round2(b[name] - a[name])),
    deltaPercent: each((name) => (a[name] === 0 ? null : round2(((b[name] - a[name]) / a[name]) * 100))),
  }
}
