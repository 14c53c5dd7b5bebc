import type { Item, Result } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { Bar } from '#web/charts/bar.tsx'
import { HeatTable } from '#web/charts/heat-table.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { formatAmount, formatNumber, formatPercent } from '#web/lib/number.ts'
import { nameOfPlan } from '#web/lib/plan-name.ts'
import { formatDate, formatDistance } from '#web/lib/time.ts'
import { Card } from '#web/ui/card.tsx'
import { choiceBarStyle, choiceStyle } from '#web/ui/choice/choice-bar.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Stat, Stats } from '#web/ui/stat.tsx'
import { Loading } from '#web/ui/waiting/loading.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { periods } from './business-search.ts'

const route = '/p/$profileId/admin/business'
const cohortWeeks = 12

/** Shows activation, retention, revenue per plan, and why users leave. */
export function AdminBusinessPage() {
  const { admin } = useMessages('admin')
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { days = periods[0] } = useSearch({ from: route })
  const read = useQuery({ queryKey: ['admin-business', days], queryFn: () => readBusiness(days) })
  return (
    <AdminFrame tab="business">
      <ul className={choiceBarStyle}>
        {periods.map((period) => (
          <li key={period}>
            <Link
              to={route}
              params={{ profileId }}
              search={period === periods[0] ? {} : { days: period }}
              activeOptions={{ exact: true, includeSearch: true }}
              className={choiceStyle}
            >
              {admin.business.lastDays(period)}
            </Link>
          </li>
        ))}
      </ul>
      {read.error && <ProblemBanner error={read.error} onRetry={() => void read.refetch()} />}
      {!read.data && !read.error && <Loading />}
      {read.data && (
        <>
          <Totals {...read.data} />
          <FunnelCard funnel={read.data.funnel} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-2 xl:[&>section]:h-full">
            <RetentionCard retention={read.data.retention} />
            <FeedbackCard feedback={read.data.feedback} />
          </div>
          <PlansCard plans={read.data.ltv.plans} />
        </>
      )}
    </AdminFrame>
  )
}

async function readBusiness(days: number) {
  const [funnel, feedback, retention, ltv] = await Promise.all([
    api.getFunnel({ days }),
    api.getCancellationFeedback({ days }),
    api.getRetention({ weeks: cohortWeeks }),
    api.getLtvByPlan(),
  ])
  return { funnel, feedback, retention, ltv }
}

/** The figures of the page at a glance. */
function Totals({ funnel: { steps }, feedback, ltv: { plans } }: Awaited<ReturnType<typeof readBusiness>>) {
  const { business } = useMessages('admin').admin
  const words = business.totals
  const published = steps.find(({ name }) => name === 'firstPublished')
  return (
    <Stats className="grid-cols-2 xl:grid-cols-4">
      <Stat name={words.signedUp} value={formatNumber(steps[0]?.users ?? 0)} />
      <Stat name={words.published} value={published?.share == null ? '–' : formatPercent(published.share * 100)} />
      <Stat name={words.cancelled} value={formatNumber(feedback.total)} />
      <Stat name={words.revenue} value={formatAmount(plans.reduce((sum, plan) => sum + plan.revenueCents, 0))} />
    </Stats>
  )
}

/** Shows how many new users reached each step. */
export function FunnelCard({ funnel: { steps } }: { readonly funnel: Result<'getFunnel'> }) {
  const words = useMessages('admin').admin.business.funnel
  const signedUp = steps[0]?.users ?? 0
  return (
    <Card title={words.title} lead={words.lead}>
      {signedUp === 0 ? (
        <p className="text-ink-3">{words.nobody}</p>
      ) : (
        <BarList
          label={words.title}
          of={signedUp}
          rows={steps.map(({ name, users, share }) => ({
            name: words.steps[name],
            value: users,
            label: `${formatNumber(users)} · ${formatPercent((share ?? 0) * 100)}`,
          }))}
        />
      )}
    </Card>
  )
}

/** Shows why users cancelled, as numbers and in their own words. */
export function FeedbackCard({ feedback }: { readonly feedback: Result<'getCancellationFeedback'> }) {
  const { admin, usage } = useMessages('admin')
  const words = admin.business.feedback
  const { total, reasons, comments } = feedback
  return (
    <Card title={words.title} lead={words.lead}>
      {total === 0 ? (
        <p className="text-ink-3">{words.nobody}</p>
      ) : (
        <BarList
          label={words.title}
          of={total}
          rows={reasons
            .toSorted((one, other) => other.count - one.count)
            .map(({ reason, count }) => ({
              name: words.reasons[reason],
              value: count,
              label: formatNumber(count),
            }))}
        />
      )}
      {comments.length > 0 && (
        <ul aria-label={words.comments} className="divide-y divide-line border-line border-t">
          {comments.map(({ at, plan, reason, comment }) => (
            <li key={`${at} ${comment}`} className="grid gap-1 py-3">
              <bdi className="whitespace-pre-wrap break-words">{comment}</bdi>
              <span className="text-ink-3 text-sm">
                {words.reasons[reason]} · {nameOfPlan(plan, usage)} · {formatDistance(at)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

interface BarListProps {
  readonly label: string
  readonly rows: readonly {
    readonly name: string
    readonly value: number
    /** The formatted value. */
    readonly label: string
  }[]
  /** The value of a full bar. */
  readonly of: number
}

/** Values with a bar each, for comparison at a glance. */
export function BarList({ label, rows, of }: BarListProps) {
  return (
    <ul aria-label={label} className="grid gap-3">
      {rows.map(({ name, value, label }) => (
        <li key={name} className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-[12rem_minmax(0,1fr)_8rem]">
          <span>{name}</span>
          <Bar value={value} of={of} />
          <span className="nums text-ink-2 text-sm sm:text-end">{label}</span>
        </li>
      ))}
    </ul>
  )
}

/** Shows the lifetime value of a user by plan. */
export function PlansCard({ plans }: { readonly plans: readonly Item<'getLtvByPlan', 'plans'>[] }) {
  const { admin, usage } = useMessages('admin')
  const words = admin.business.plans
  return (
    <Card title={words.title} lead={words.lead}>
      {/* A scrolling region must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: so that arrow keys can scroll it */}
      <section aria-label={words.title} tabIndex={0} className="overflow-x-auto">
        <table className="nums w-full text-end sm:min-w-lg">
          <thead>
            <tr className="border-line border-b text-ink-3 text-sm [&>th]:py-2 [&>th]:ps-4 [&>th]:font-normal">
              <th scope="col" className="ps-0! text-start">
                {words.plan}
              </th>
              <th scope="col" className="max-sm:hidden">
                {words.price}
              </th>
              <th scope="col">{words.users}</th>
              <th scope="col" className="max-sm:hidden">
                {words.months}
              </th>
              <th scope="col">{words.revenue}</th>
              <th scope="col">{words.worth}</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {plans.map(({ plan, priceCents, users, averageMonths, revenueCents, ltvCents }) => (
              <tr key={plan} className="[&>td]:py-2 [&>td]:ps-4">
                <th scope="row" className="py-2 text-start font-normal">
                  {nameOfPlan(plan, usage)}
                </th>
                <td className="max-sm:hidden">{formatAmount(priceCents)}</td>
                <td>{formatNumber(users)}</td>
                <td className="max-sm:hidden">{formatNumber(averageMonths)}</td>
                <td>{formatAmount(revenueCents)}</td>
                <td className="font-medium">{formatAmount(ltvCents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  )
}

const levels = [1, 2, 3, 4, 5] as const

/** Shows which share of each weekly cohort of new users wrote a post in each following week. */
export function RetentionCard({ retention: { cohorts } }: { readonly retention: Result<'getRetention'> }) {
  const words = useMessages('admin').admin.business.retention
  const weeks = Math.max(0, ...cohorts.map(({ active }) => active.length))
  const shareAt = (row: number, week: number): number | null => {
    const cohort = cohorts[row]
    const active = cohort?.active[week]
    return cohort && active !== undefined && cohort.users > 0 ? (active / cohort.users) * 100 : null
  }
  return (
    <Card title={words.title} lead={words.lead}>
      {cohorts.length === 0 ? (
        <p className="text-ink-3">{words.nobody}</p>
      ) : (
        <HeatTable
          caption={words.title}
          corner={words.corner}
          rows={cohorts.map(({ week }) => formatDate(week))}
          columns={Array.from({ length: weeks }, (_, week) => String(week + 1))}
          cellAt={(row, week) => {
            const share = shareAt(row, week)
            if (share === null) return { level: null, shown: '', label: '', isBest: false }
            return {
              level: levels[Math.min(levels.length - 1, Math.floor((share / 100) * levels.length))] ?? 1,
              shown: String(Math.round(share)),
              label: words.cell(week + 1, formatPercent(share), cohorts[row]?.users ?? 0),
              isBest: false,
            }
          }}
        />
      )}
    </Card>
  )
}
