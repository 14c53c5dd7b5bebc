import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { labelKey } from '#rules/label-key.ts'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey, shiftDay, startOfDay } from '#web/lib/day.ts'
import { formatNumber, formatRate } from '#web/lib/number.ts'
import { formatDates } from '#web/lib/time.ts'
import { LabelDot } from '#web/posts/labels/label-chips.tsx'
import { labelsQuery as allLabelsQuery, type Label } from '#web/posts/labels/labels-query.ts'
import { countState, type ListedState, statusesOf } from '#web/posts/statuses.ts'
import { linkStyle } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Section } from '#web/ui/section.tsx'
import { Stat, Stats } from '#web/ui/stat.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { WaitingShape, WaitingTiles } from '#web/ui/waiting/waiting-shape.tsx'
import { labelsQuery } from './analytics-queries.ts'
import type { AnalyticsSearch } from './analytics-search.ts'
import { PeriodPicker } from './parts/period-picker.tsx'
import { PublishedPosts } from './parts/published-posts.tsx'
import { type Period, periodIn } from './period.ts'

const metrics = ['views', 'likes', 'comments', 'shares'] as const

interface DetailProps {
  readonly profileId: string
  readonly name: string
  readonly search: AnalyticsSearch
  readonly onChange: (period: Pick<AnalyticsSearch, 'range' | 'from' | 'to'>) => void
}

/** One label or campaign: its posts by status, and the metrics and posts of a period. A campaign opens with its dates. */
export function LabelDetail({ profileId, name, search, onChange }: DetailProps) {
  const { analytics, labels: words, posts } = useMessages()
  const labels = useQuery(allLabelsQuery(profileId))
  const label = labels.data?.find((one) => labelKey(one.name) === labelKey(name))
  const chosen = search.range ? search : { ...campaignDates(label), ...search }
  const period = periodIn(chosen)
  const counts = useQuery({
    queryKey: ['posts', profileId, 'counts', name],
    queryFn: () => api.getPostStats({ profileId, label: name }),
  })
  const sums = useQuery({ ...labelsQuery(profileId, period, name), enabled: !labels.isPending })
  const error = counts.error ?? sums.error
  const [own] = sums.data?.labels ?? []
  const states = Object.keys(statusesOf) as ListedState[]
  return (
    <>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <LabelDot color={label?.color} />
        <h2 className="min-w-0 font-semibold text-lg">
          <OneLine>{label?.name ?? name}</OneLine>
        </h2>
        {label?.kind === 'campaign' && <Tag tone="quiet">{words.page.campaign}</Tag>}
        <Link to="/p/$profileId/analytics/labels" params={{ profileId }} className={`ms-auto ${linkStyle}`}>
          {analytics.labels.all}
        </Link>
        {label?.note && <p className="basis-full text-ink-2 text-sm">{label.note}</p>}
      </div>
      {error && <ProblemBanner error={error} onRetry={() => void Promise.all([counts.refetch(), sums.refetch()])} />}
      <Section title={analytics.labels.states}>
        {counts.data ? (
          <Stats label={analytics.labels.states} className="grid-cols-2 sm:grid-cols-4">
            {states.map((state) => (
              <Stat
                key={state}
                name={posts.tabs[state]}
                value={
                  <Link
                    to="/p/$profileId/posts"
                    params={{ profileId }}
                    search={{ tab: state, label: name }}
                    className="text-brand hover:underline"
                  >
                    {formatNumber(countState(state, counts.data.byStatus))}
                  </Link>
                }
              />
            ))}
          </Stats>
        ) : (
          !counts.error && (
            <WaitingShape>
              <WaitingTiles count={4} className="grid-cols-2 sm:grid-cols-4" />
            </WaitingShape>
          )
        )}
      </Section>
      <Section title={analytics.labels.published}>
        <Toolbar>
          <PeriodPicker search={chosen} onChange={onChange} />
        </Toolbar>
        {own && (
          <Stats className="grid-cols-2 md:grid-cols-3 xl:grid-cols-6">
            <Stat name={analytics.metrics.posts} value={formatNumber(own.posts)} />
            {metrics.map((metric) => (
              <Stat key={metric} name={analytics.metrics[metric]} value={formatNumber(own[metric])} />
            ))}
            <Stat name={analytics.metrics.rate} value={formatRate(own.engagementRate)} />
          </Stats>
        )}
        <p className="max-w-prose text-ink-3 text-sm">{analytics.labels.counted}</p>
        {!labels.isPending && (
          <PublishedPosts
            profileId={profileId}
            filter={{ label: name, ...boundsOf(period) }}
            empty={
              <EmptyState icon="chart" title={analytics.labels.nothing} lead={formatDates(period.start, period.end)} />
            }
          />
        )}
      </Section>
    </>
  )
}

/** The days of a campaign so far. None without a first day, or before it. */
function campaignDates(label: Label | undefined): Pick<AnalyticsSearch, 'from' | 'to'> {
  const today = dayKey(nowDate())
  if (!label?.fromDate || label.fromDate > today) return {}
  return { from: label.fromDate, to: label.toDate && label.toDate < today ? label.toDate : today }
}

const boundsOf = ({ start, end }: Period) => ({
  publishedFrom: startOfDay(start).toISOString(),
  publishedTo: startOfDay(shiftDay(end, 1)).toISOString(),
})
