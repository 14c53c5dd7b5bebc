import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { choiceBarLook, choiceLook } from '#web/ui/choice/choice-bar.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Loading } from '#web/ui/waiting/loading.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { periods } from './business-search.ts'
import { FeedbackCard } from './feedback-card.tsx'
import { FunnelCard } from './funnel-card.tsx'
import { PlansCard } from './plans-card.tsx'
import { RetentionCard } from './retention-card.tsx'

const route = '/p/$profileId/admin/business'
const cohortWeeks = 12

/** Shows how far new users come, who stays, what plans are worth, and why users leave. */
export function AdminBusinessPage() {
  const { admin } = useMessages('admin')
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { days = periods[0] } = useSearch({ from: route })
  const read = useQuery({ queryKey: ['admin-business', days], queryFn: () => readBusiness(days) })
  return (
    <AdminFrame tab="business">
      <ul className={choiceBarLook}>
        {periods.map((period) => (
          <li key={period}>
            <Link
              to={route}
              params={{ profileId }}
              search={period === periods[0] ? {} : { days: period }}
              activeOptions={{ exact: true, includeSearch: true }}
              className={choiceLook}
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
          <FunnelCard funnel={read.data.funnel} />
          <FeedbackCard feedback={read.data.feedback} />
          <RetentionCard retention={read.data.retention} />
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
