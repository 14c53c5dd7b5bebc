import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { openWeather } from '#web/app/weather/opened.ts'
import { useMessages } from '#web/i18n/index.ts'
import { nowDate } from '#web/lib/clock.ts'
import { addDays, dayKey } from '#web/lib/day.ts'
import { webhooksQuery } from '#web/pages/settings/webhooks/webhook-queries.ts'
import type { Post } from '#web/posts/post-time.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { Step, StepsCard } from './steps-card.tsx'

interface TourProps {
  readonly profileId: string
  readonly published: readonly Post[]
  readonly hasPlans: boolean
}

/** Shows what there is beyond the first post, as long as few are published. Each step is ticked by what was done. */
export function TourCard({ profileId, published, hasPlans }: TourProps) {
  const { tour } = useMessages().home
  const webhooks = useQuery(webhooksQuery)
  if (!webhooks.data) return null
  const hasRecovered = published.some(({ targets }) => targets.some(({ attempts }) => attempts > 1))
  const hasListened = webhooks.data.some(({ lastDeliveryAt }) => lastDeliveryAt !== null)
  if (hasRecovered && hasListened && hasPlans) return null
  return (
    <StepsCard title={tour.title} dismiss={tour.dismiss} name="tour">
      <Step number={1} isDone={hasRecovered} title={tour.break} lead={tour.breakLead}>
        <Button look="primary" onClick={() => openWeather(true)}>
          {tour.break}
        </Button>
      </Step>
      <Step number={2} isDone={hasListened} title={tour.listen} lead={tour.listenLead}>
        <Link to="/p/$profileId/settings/webhooks" params={{ profileId }} className={buttonLook('plain')}>
          {tour.listen}
        </Link>
      </Step>
      <Step number={3} isDone={hasPlans} title={tour.plan} lead={tour.planLead}>
        <Link
          to="/p/$profileId/calendar"
          params={{ profileId }}
          search={{ view: 'week', date: dayKey(addDays(nowDate(), 7)) }}
          className={buttonLook('plain')}
        >
          {tour.plan}
        </Link>
      </Step>
    </StepsCard>
  )
}
