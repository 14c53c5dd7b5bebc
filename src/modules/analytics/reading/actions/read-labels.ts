import type { Caller } from '#kernel/caller.ts'
import { noNumbers, rateOf } from '../../metrics.ts'
import { type LabelSums, sumByLabel } from '../../store/reading/sums.ts'
import type { ScopeFilter } from '../../store/scope.ts'
import { resolvePeriod } from '../period.ts'
import { type ReadingDeps, readScope } from '../read-scope.ts'

interface LabelsRequest extends ScopeFilter {
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly timezone?: string | undefined
}

const mostLabels = 100
const nothing = { ...noNumbers, posts: 0, counted: 0, seen: 0 }

/** Returns the latest metrics of the posts published in a period, by tag. */
export async function readLabels(deps: ReadingDeps, caller: Caller, request: LabelsRequest) {
  const scope = await readScope(deps, caller, request, request.timezone)
  const period = resolvePeriod({ ...request, timezone: scope.timezone, granularity: 'day' }, scope)
  const ids = scope.accounts.map(({ id }) => id)
  const sums = await sumByLabel(deps.db, ids, { start: period.start, end: period.until, most: mostLabels + 2 })
  const labelled = sums.flatMap(({ label, ...rest }) => (label === null ? [] : [{ label, ...present(rest) }]))
  const { label: _, ...unlabelled } = sums.find(({ label }) => label === null) ?? { label: null, ...nothing }
  return {
    period,
    labels: labelled.slice(0, mostLabels),
    unlabelled: present(unlabelled),
    hasMore: labelled.length > mostLabels,
  }
}

const present = ({ counted, seen, ...numbers }: Omit<LabelSums, 'label'>) => ({
  ...numbers,
  engagementRate: rateOf({ counted, seen }),
})
