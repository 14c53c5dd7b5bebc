import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { TrendChart } from '#web/charts/trend-chart.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { formatNumber, formatRate } from '#web/lib/number.ts'
import { formatDate, formatLateness } from '#web/lib/time.ts'
import { ChoiceBar } from '#web/ui/choice/choice-bar.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Stat, Stats } from '#web/ui/stat.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { GroupTable } from './group-table.tsx'
import { type Numbers, type NumbersChoice, numbersQuery, periods, readNumbersChoice } from './numbers-query.ts'

export { openTexts } from './numbers-query.ts'

/** The response times of the inbox: figures, their course, and a comparison of networks, accounts or kinds. */
export function NumbersPage() {
  const { inboxNumbers: words } = useMessages('inboxNumbers')
  const { profileId } = useParams({ from: '/p/$profileId' })
  const choice = readNumbersChoice(useSearch({ strict: false }))
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery({ ...numbersQuery(profileId, choice), placeholderData: keepPreviousData })
  const choose = (changed: Partial<NumbersChoice>) =>
    void navigate({
      to: '/p/$profileId/inbox/numbers',
      params: { profileId },
      search: { by: choice.by, ...changed, days: Number(changed.days ?? choice.days) } as never,
      replace: true,
    })
  return (
    <Page
      title={words.title}
      crumb={
        <Link to="/p/$profileId/inbox" params={{ profileId }} className="hover:text-ink hover:underline">
          {words.back}
        </Link>
      }
      actions={
        <ChoiceBar
          label={words.period}
          value={choice.days}
          onChange={(days) => choose({ days })}
          options={periods.map((one) => [one, words.periods[one]])}
        />
      }
      hasWideActions
      lead={words.lead}
    >
      {error && !data && <ProblemBanner error={error} onRetry={() => void refetch()} />}
      {!error && !data && <WaitingRows count={4} />}
      {data && data.total.waits === 0 && data.total.open === null && (
        <EmptyState icon="chart" title={words.empty} lead={words.emptyLead} />
      )}
      {data && (data.total.waits > 0 || data.total.open !== null) && (
        <>
          <Figures of={data.total} />
          <Courses days={data.days} />
          <GroupTable
            profileId={profileId}
            groups={data.groups}
            by={choice.by}
            onBy={(by) => choose({ by })}
            note={words.zone(data.timezone)}
          />
        </>
      )}
    </Page>
  )
}

function Figures({ of }: { readonly of: Numbers['total'] }) {
  const { inboxNumbers: words } = useMessages('inboxNumbers')
  const { waits, answered, answeredShare, medianSeconds, p90Seconds, open } = of
  const time = (seconds: number | null) => (seconds === null ? words.none : formatLateness(seconds * 1_000))
  return (
    <Stats label={words.figures} className="grid-cols-2 lg:grid-cols-4">
      <Stat name={words.median} value={time(medianSeconds)} more={medianSeconds === null ? '' : words.medianMore} />
      <Stat name={words.p90} value={time(p90Seconds)} more={p90Seconds === null ? '' : words.p90More} />
      <Stat
        name={words.share}
        value={answeredShare === null ? words.none : formatRate(answeredShare * 100)}
        more={waits === 0 ? '' : words.shareMore(formatNumber(answered), formatNumber(waits))}
      />
      <Stat
        name={words.open}
        value={open === null ? words.none : formatNumber(open)}
        more={open === null ? '' : words.openMore}
      />
    </Stats>
  )
}

/** The course of the days. Days whose open conversations are unknown are left out of the second chart. */
function Courses({ days }: { readonly days: Numbers['days'] }) {
  const { inboxNumbers: words } = useMessages('inboxNumbers')
  const known = days.flatMap(({ day, open }) => (open === null ? [] : [{ day, open }]))
  const nameDays = (of: readonly { readonly day: string }[]) => of.map(({ day }) => formatDate(day))
  return (
    <div className={`grid grid-cols-[minmax(0,1fr)] gap-6 ${known.length > 1 ? 'xl:grid-cols-2' : ''}`}>
      <TrendChart
        caption={words.trend}
        labels={nameDays(days)}
        series={[
          { name: words.waits, values: days.map(({ waits }) => waits) },
          { name: words.answered, values: days.map(({ answered }) => answered) },
        ]}
      />
      {known.length > 1 && (
        <TrendChart
          caption={words.openTrend}
          labels={nameDays(known)}
          series={[{ name: words.openShort, values: known.map(({ open }) => open) }]}
        />
      )}
    </div>
  )
}
