import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Bar } from '#web/charts/bar.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { formatNumber, formatRounded } from '#web/lib/number.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { AnalyticsFrame } from './analytics-frame.tsx'
import { outliersQuery } from './analytics-queries.ts'
import { PostName } from './parts/post-name.tsx'

const route = '/p/$profileId/analytics/outliers'
/** More would not add insight. */
const maxShown = 20

/** Posts with far more views than the median of all. */
export function OutliersPage() {
  const { analytics } = useMessages()
  const words = analytics.outliers
  const { profileId } = useParams({ from: route })
  const query = useQuery(outliersQuery(profileId))
  const { data } = query
  const found = data?.outliers.slice(0, maxShown) ?? []
  const most = found[0]?.views ?? 0
  return (
    <AnalyticsFrame tab="outliers">
      {query.error && <ProblemBanner error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <WaitingRows count={4} />}
      {data && !data.enough && <EmptyState title={words.notEnough} lead={words.notEnoughLead(data.sampleSize)} />}
      {data?.enough && found.length === 0 && <EmptyState title={words.none} lead={words.noneLead} />}
      {data && found.length > 0 && (
        <>
          <p className="max-w-prose text-ink-2">
            {words.median(formatNumber(Math.round(data.median)), data.sampleSize)}
          </p>
          <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
            {found.map(({ postId, content, publishedAt, networks, thumbnailUrl, views, multiple, score }) => (
              <li
                key={postId}
                className="grid items-center gap-x-6 gap-y-2 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_16rem] lg:grid-cols-[minmax(0,1fr)_20rem]"
              >
                <PostName
                  profileId={profileId}
                  postId={postId}
                  content={content}
                  at={publishedAt}
                  networks={networks}
                  thumbnailUrl={thumbnailUrl}
                />
                <span className="grid gap-1">
                  <span className="nums flex flex-wrap justify-between gap-x-3">
                    <span className="font-medium">{words.multiple(formatRounded(multiple))}</span>
                    <span className="text-ink-3">
                      {formatNumber(views)} {analytics.inText(analytics.metrics.views)}
                    </span>
                  </span>
                  <span className="relative" title={words.score(formatRounded(score))}>
                    <Bar value={views} of={most} />
                    <span
                      aria-hidden="true"
                      className="absolute -inset-y-1 w-px bg-ink-3"
                      style={{ insetInlineStart: `${((data.median / most) * 100).toFixed(1)}%` }}
                    />
                  </span>
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
    </AnalyticsFrame>
  )
}
