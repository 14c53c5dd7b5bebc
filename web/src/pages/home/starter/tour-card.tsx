import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { postAuditQuery } from '#web/app/queries.ts'
import { openWeather } from '#web/app/weather/opened.ts'
import { useMessages } from '#web/i18n/index.ts'
import { nowDate } from '#web/lib/clock.ts'
import { addDays, dayKey } from '#web/lib/day.ts'
import { type Webhook, webhooksQuery } from '#web/pages/settings/webhooks/webhook-queries.ts'
import type { Post } from '#web/posts/post-time.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { ListenStep } from './listen-step.tsx'
import { Step, StepsCard } from './steps-card.tsx'

interface TourProps {
  readonly profileId: string
  readonly published: readonly Post[]
  readonly hasPlans: boolean
}

/** Shows what there is beyond the first post, as long as few are published, once it is known what was done. */
export function TourCard({ published, ...rest }: TourProps) {
  const webhooks = useQuery(webhooksQuery)
  const hasRecovered = useRecovered(published)
  if (!webhooks.data || hasRecovered === null) return null
  return <TourSteps {...rest} webhooks={webhooks.data} hasRecovered={hasRecovered} />
}

interface StepsProps extends Omit<TourProps, 'published'> {
  readonly webhooks: readonly Webhook[]
  readonly hasRecovered: boolean
}

/** The steps, each ticked by what was done. The last one stays until the page is left, so that its result can be read. */
function TourSteps({ profileId, hasPlans, webhooks, hasRecovered }: StepsProps) {
  const { tour } = useMessages().home
  const hasListened = webhooks.some(({ lastDeliveryAt }) => lastDeliveryAt !== null)
  const [wasDone] = useState(hasRecovered && hasListened && hasPlans)
  if (wasDone) return null
  return (
    <StepsCard title={tour.title} dismiss={tour.dismiss} name="tour">
      <Step number={1} isDone={hasRecovered} title={tour.break} lead={tour.breakLead}>
        {!hasRecovered && (
          <Button look="primary" onClick={() => openWeather(true)}>
            {tour.break}
          </Button>
        )}
      </Step>
      <Step number={2} isDone={hasListened} title={tour.listen} lead={tour.listenLead}>
        <ListenStep profileId={profileId} webhooks={webhooks} />
      </Step>
      <Step number={3} isDone={hasPlans} title={tour.plan} lead={tour.planLead}>
        {!hasPlans && (
          <Link
            to="/p/$profileId/calendar"
            params={{ profileId }}
            search={{ view: 'week', date: dayKey(addDays(nowDate(), 7)) }}
            className={buttonLook('plain')}
          >
            {tour.plan}
          </Link>
        )}
      </Step>
    </StepsCard>
  )
}

/** True once the service or a person sent one of the posts again. Null: not known yet. */
function useRecovered(published: readonly Post[]): boolean | null {
  const histories = useQueries({ queries: published.map(({ id }) => postAuditQuery(id)) })
  if (histories.some(({ isPending }) => isPending)) return null
  const wasRetried = histories.some(({ data }) => data?.some(({ action }) => action === 'post.retried'))
  return wasRetried || published.some(({ targets }) => targets.some(({ attempts }) => attempts > 1))
}
