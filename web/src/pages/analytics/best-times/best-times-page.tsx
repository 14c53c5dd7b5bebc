import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { accountsQuery } from '#web/app/queries.ts'
import { HeatLegend } from '#web/charts/heat-table.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { nameZone } from '#web/lib/zones.ts'
import { Choose } from '#web/ui/choice/choose.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { WaitingChart, WaitingShape } from '#web/ui/waiting/waiting-shape.tsx'
import { AnalyticsFrame } from '../analytics-frame.tsx'
import { bestTimesQuery } from '../analytics-queries.ts'
import { BestHours } from './best-hours.tsx'
import { HourMap } from './hour-map.tsx'
import { fewestPosts } from './rated-hours.ts'

const route = '/p/$profileId/analytics/best-times'

/** The hours with the best results, from the reader's own posts. With fewer than twenty posts, nothing is shown. */
export function BestTimesPage() {
  const { analytics } = useMessages()
  const { profileId } = useParams({ from: route })
  const search = useSearch({ from: route })
  const navigate = useNavigate({ from: route })
  const accounts = useQuery(accountsQuery(profileId))
  const query = useQuery(bestTimesQuery(profileId, search.network, search.account))
  const { data } = query
  const words = analytics.bestTimes
  const choices = Object.fromEntries(
    (accounts.data ?? []).map(({ id, handle, network }) => [id, `${networks[network].name} · ${handle}`]),
  )
  return (
    <AnalyticsFrame tab="bestTimes">
      {Object.keys(choices).length > 1 && (
        <Toolbar>
          <Choose
            label={words.account}
            value={search.account ?? ''}
            onChange={(account) => void navigate({ search: account ? { account } : {}, replace: true })}
            options={{ '': words.allAccounts, ...choices }}
          />
        </Toolbar>
      )}
      {query.error && <ProblemBanner error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && (
        <WaitingShape>
          <WaitingChart />
        </WaitingShape>
      )}
      {data && !data.enough && <EmptyState icon="clock" title={words.notEnough} lead={words.notEnoughLead(data.n)} />}
      {data?.enough && (
        <>
          <BestHours profileId={profileId} times={data} />
          <section className="grid grid-cols-[minmax(0,1fr)] rounded-lg bg-surface shadow-1 ring-1 ring-line">
            <header className="flex flex-wrap items-baseline gap-x-2 border-line border-b px-4 py-3.5">
              <h2 className="font-semibold">{words.map}</h2>
              <p className="text-ink-3 text-xs">{words.scale}</p>
            </header>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-3 sm:p-4">
              <HourMap of={data} />
              <HeatLegend weak={words.weak} strong={words.strong} few={words.few(fewestPosts)} never={words.never} />
              <p className="max-w-prose text-ink-3 text-xs">
                {words.n(data.n, nameZone(data.timezone))} {data.basis === 'engagement' && words.byReactions}
              </p>
            </div>
          </section>
        </>
      )}
    </AnalyticsFrame>
  )
}
