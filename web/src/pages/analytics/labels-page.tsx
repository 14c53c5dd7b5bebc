import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { formatNumber, formatRate } from '#web/lib/number.ts'
import { LabelDot, useLabelColor } from '#web/posts/labels/label-chips.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { useSort } from '#web/ui/table/sort.ts'
import { SortableTable } from '#web/ui/table/sortable-table.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { AnalyticsFrame } from './analytics-frame.tsx'
import { labelsQuery } from './analytics-queries.ts'
import { type AnalyticsSearch, readAnalyticsSearch } from './analytics-search.ts'
import { LabelDetail } from './label-detail.tsx'
import { PeriodPicker } from './parts/period-picker.tsx'
import { periodIn } from './period.ts'

const route = '/p/$profileId/analytics/labels'
const metrics = ['views', 'likes', 'comments', 'shares'] as const

/** Compares a period's posts by label, to show which topics work, or shows one label. */
export function LabelsPage() {
  const { profileId } = useParams({ from: route })
  const search = useSearch({ from: route })
  const navigate = useNavigate({ from: route })
  const onChange = (period: Pick<AnalyticsSearch, 'range' | 'from' | 'to'>) =>
    void navigate({
      search: ({ label, sort }) => readAnalyticsSearch({ label, sort, ...period }),
      replace: true,
    })
  return (
    <AnalyticsFrame tab="labels">
      {search.label === undefined ? (
        <AllLabels profileId={profileId} search={search} onChange={onChange} />
      ) : (
        <LabelDetail key={search.label} profileId={profileId} name={search.label} search={search} onChange={onChange} />
      )}
    </AnalyticsFrame>
  )
}

interface AllProps {
  readonly profileId: string
  readonly search: AnalyticsSearch
  readonly onChange: (period: Pick<AnalyticsSearch, 'range' | 'from' | 'to'>) => void
}

function AllLabels({ profileId, search, onChange }: AllProps) {
  const { analytics } = useMessages()
  const words = analytics.labels
  const query = useQuery(labelsQuery(profileId, periodIn(search)))
  const { data } = query
  const rows = data ? [...data.labels, ...(data.unlabelled.posts > 0 ? [{ ...data.unlabelled, label: '' }] : [])] : []
  const order = useSort('rate')
  const colorOf = useLabelColor(profileId)
  const { range, from, to } = search
  return (
    <>
      <Toolbar>
        <PeriodPicker search={search} onChange={onChange} />
      </Toolbar>
      {query.error && <ProblemBanner error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <WaitingRows count={6} />}
      {data && data.labels.length === 0 && <EmptyState icon="tag" title={words.none} lead={words.noneLead} />}
      {data && data.labels.length > 0 && (
        <div className="grid gap-3">
          <SortableTable
            {...order}
            caption={analytics.tabs.labels}
            head={words.column}
            rows={rows}
            keyOf={({ label }) => label}
            name={({ label }) =>
              label ? (
                <Link
                  to="/p/$profileId/analytics/labels"
                  params={{ profileId }}
                  search={{ label, range, from, to }}
                  className="inline-flex min-h-6 min-w-0 max-w-full items-center gap-2 font-medium hover:underline"
                >
                  <LabelDot color={colorOf(label)} />
                  <OneLine>{label}</OneLine>
                </Link>
              ) : (
                <OneLine className="text-ink-3">{words.without}</OneLine>
              )
            }
            columns={[
              {
                key: 'posts',
                name: analytics.metrics.posts,
                value: ({ posts }) => posts,
                show: ({ posts }) => formatNumber(posts),
              },
              ...metrics.map((metric) => ({
                key: metric,
                name: analytics.metrics[metric],
                value: (row: (typeof rows)[number]) => row[metric],
                show: (row: (typeof rows)[number]) => formatNumber(row[metric]),
              })),
              {
                key: 'rate',
                name: analytics.metrics.rate,
                value: ({ engagementRate }) => engagementRate,
                show: ({ engagementRate }) => formatRate(engagementRate),
              },
            ]}
          />
          <p className="max-w-prose text-ink-3 text-sm">{words.counted}</p>
        </div>
      )}
    </>
  )
}
